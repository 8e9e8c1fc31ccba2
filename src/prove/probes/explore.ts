import type { FetchHandlerSource } from '../../fetch-router/index.ts'
import { capturesOf } from '../../route-pattern/shared.ts'
import { createTestApp, type ProveUsers } from '../../testing/index.ts'
import type { Attack } from '../attack.ts'
import type { Planned } from '../draft-plan.ts'
import type { Plan } from '../plan-attacks.ts'
import type { Prover } from '../prover.ts'
import { reachable } from '../reachable.ts'
import type { Sent } from '../sender.ts'
import type { Target } from '../targets.ts'

/** A user of the app, and the headers that say so. */
export interface User {
  readonly name: string
  readonly headers: Attack['headers']
}

/**
 * Signs the users in, each with the cookies of a separate visitor.
 *
 * @throws {Error} If a user cannot be signed in
 */
export async function signInUsers(
  source: FetchHandlerSource,
  users: ProveUsers | undefined,
): Promise<User[]> {
  const app = await createTestApp(source as never, { errors: 'respond' })
  const signedIn: User[] = []
  for (const [name, signIn] of Object.entries(users ?? {})) {
    const visitor = app.visitor()
    let given: HeadersInit | void
    try {
      given = await signIn(visitor)
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot sign in the user "${name}": ${message}`, { cause })
    }
    const cookies = visitor.cookies.map((cookie) => `${cookie.name}=${cookie.value}`)
    const headers = [...new Headers(given ?? {})]
    if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
    if (headers.length === 0) {
      throw new Error(
        `Cannot use the user "${name}": no cookie was set. Sign in with the visitor, or return headers such as { Authorization }.`,
      )
    }
    signedIn.push({ name, headers })
  }
  return signedIn
}

/** The pages that one user can find by following links. */
export interface Explored {
  readonly user: User
  /** By path and query. */
  readonly pages: ReadonlyMap<string, Seen>
  readonly links: ReadonlySet<string>
  /** Whether all links were followed. */
  readonly isComplete: boolean
}

/** A page that was requested as a user. */
export interface Seen {
  readonly planned: Planned
  readonly sent: Sent
  /** The path of the page that links to it. */
  readonly from: string | undefined
}

/** The maximum number of pages that are requested for each user, so that a large shop takes seconds. */
const maxPages = 200

/** Follows the links of an app as a user, beginning with all pages without params. */
export async function exploreAs(
  prover: Prover,
  plans: readonly Plan[],
  user: User,
): Promise<Explored> {
  const reads = plans.filter(({ target }) => target.method === 'GET')
  const targets = reads.map(({ target }) => target)
  const pages = new Map<string, Seen>()
  const links = new Map<string, string | undefined>()
  for (const { target, plain } of reads) {
    const isPlain = capturesOf(target.tokens).names.length === 0
    if (isPlain) links.set(plain[0]!.attack.path, undefined)
  }
  // The map grows while it is read.
  for (const [address, from] of links) {
    if (pages.size === maxPages) break
    const url = URL.parse(address, 'http://localhost')
    const [found] = url === null ? [] : reachable(targets, url.href)
    const plan = reads.find(({ target }) => target === found?.target)
    if (plan === undefined || prover.skipped.has(plan.target.name)) continue
    const [path = '', query] = address.split(/\?(.*)/s)
    const planned = planAt(plan, path, `as ${user.name}`, query, user)
    const sent = await prover.send(planned)
    pages.set(address, { planned, sent, from })
    for (const link of linksOf(sent, path, targets)) if (!links.has(link)) links.set(link, path)
  }

  return { user, pages, links: new Set(links.keys()), isComplete: pages.size < maxPages }
}

/** The plain request of a route, at another path. */
export function planAt(
  { plain }: Plan,
  path: string,
  what: string,
  query?: string,
  user?: User,
): Planned {
  const [planned] = plain
  const attack = {
    ...planned!.attack,
    path,
    query: query ? query.split('&') : [],
    headers: [...planned!.attack.headers, ...(user?.headers ?? [])],
  }
  return { ...planned!, attack, what }
}

/** The links of a page, and the addresses that the ids in JSON stand for. */
function linksOf(sent: Sent, path: string, targets: readonly Target[]): string[] {
  const { status, text, location } = sent
  if (location?.startsWith('/')) return [location]
  if (status !== 200) return []
  const links = Array.from(text.matchAll(/\b(?:href|action)="(\/(?!\/)[^"#]*)/g), ([, link]) =>
    link!.replaceAll('&amp;', '&'),
  )
  if (!/\bjson\b/i.test(sent.headers.get('Content-Type') ?? '')) return links

  // The items of `/orders` are at `/orders/:id`.
  const ids = Array.from(
    text.matchAll(/"(?:id|slug|uuid|key|number)":\s*(?:"([^"\\]{1,100})"|(\d{1,20}))/g),
    ([, word, number]) => encodeURIComponent(word ?? number!),
  )
  const base = path.replace(/\/$/, '')
  const addresses = ids.map((id) => `${base}/${id}`)
  return [
    ...links,
    ...addresses.filter((address) => reachable(targets, `http://localhost${address}`).length > 0),
  ]
}
