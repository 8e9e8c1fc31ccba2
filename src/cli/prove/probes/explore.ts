import { capturesOf } from '../../../route-pattern/shared.ts'
import type { Plan } from '../plan-attacks.ts'
import type { Planned } from '../plan-one.ts'
import type { Prover } from '../prover.ts'
import { reachable } from '../reachable.ts'
import type { Sent } from '../sender.ts'
import type { Target } from '../target.ts'
import type { User } from '../users.ts'

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
  readonly target: Target
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
    const sent = await prover.send(plan.target, planned)
    pages.set(address, { target: plan.target, planned, sent, from })
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
