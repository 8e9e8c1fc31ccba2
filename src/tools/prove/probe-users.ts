import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { isSafeMethod } from '../../internal/http.ts'
import { createMultiMatcher, type MultiMatcher } from '../../router/route-pattern/index.ts'
import { capturesOf } from '../../router/route-pattern/shared.ts'
import { createTestApp, type ProveUsers } from '../testing/index.ts'
import type { Attack } from './attack.ts'
import { addressesIn, refusalOf, type Rule } from './check.ts'
import { readShown, showsSame, wordsOf } from './compare-texts.ts'
import { isShared, sharedCacheRule } from './leak-checks.ts'
import type { Plan } from './plan.ts'
import type { Planned } from './planned.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import type { Target } from './targets.ts'

export const userRule: Rule = {
  name: 'user',
  title: 'A user must not reach what belongs to another user',
  advice:
    'Look things up by their id and by the user who is signed in, and respond with a 404 if there is nothing. A guard that only asks whether a user has signed in is not enough.',
}

export const visitorRule: Rule = {
  name: 'visitor',
  title: 'A page must not tell the browser that two users are the same visitor',
  advice:
    "Let `visitor` of pages.with() return the id of the user who is signed in, on every page, and '' for a guest only. Otherwise a form shows one user what another has typed. See framework/docs/forms.md#what-was-typed.",
}

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
    const given = await Promise.try(signIn, visitor).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot sign in the user "${name}": ${message}`, { cause })
    })
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

/** Tries the addresses of each user with the cookies of the others. */
export async function compareUsers(
  prover: Prover,
  plans: readonly Plan[],
  users: readonly User[],
): Promise<void> {
  if (users.length < 2) return
  const reads = createMultiMatcher<Plan>()
  for (const plan of plans) {
    if (plan.target.method === 'GET') reads.add(plan.target.matcher.pattern, plan)
  }
  const explored: Explored[] = []
  for (const user of users) explored.push(await exploreAs(prover, plans, reads, user))

  for (const owner of explored) {
    for (const other of explored.filter((one) => one !== owner)) {
      await comparePages(prover, owner, other)
      for (const seen of privatePages(owner, other)) await tryAs(prover, plans, owner, other, seen)
    }
  }
}

/** The pages that one user can find by following links. */
interface Explored {
  readonly user: User
  /** By path and query. */
  readonly pages: ReadonlyMap<string, Seen>
  readonly links: ReadonlyMap<string, string | undefined>
}

/** A page that was requested as a user. */
interface Seen {
  readonly planned: Planned
  readonly sent: Sent
  /** The path of the page that links to it. */
  readonly from: string | undefined
}

/** The maximum number of pages that are requested for each user, so that a large shop takes seconds. */
const maxPages = 200

/** Follows the links of an app as a user, beginning with all pages without params. */
async function exploreAs(
  prover: Prover,
  plans: readonly Plan[],
  reads: MultiMatcher<Plan>,
  user: User,
): Promise<Explored> {
  const pages = new Map<string, Seen>()
  const links = new Map<string, string | undefined>()
  for (const { target, plain } of plans) {
    if (target.method === 'GET' && !hasParams(target)) links.set(plain.attack.path, undefined)
  }
  // The map grows while it is read.
  for (const [address, from] of links) {
    if (pages.size === maxPages) break
    const url = URL.parse(address, 'http://localhost')
    const plan = url && reads.match(url)?.data
    if (!plan) continue
    const planned = planAt(plan, address, user)
    const sent = await prover.send(planned)
    pages.set(address, { planned, sent, from })
    const { path } = planned.attack
    for (const link of linksOf(sent, path, reads)) if (!links.has(link)) links.set(link, path)
  }

  return { user, pages, links }
}

function hasParams({ tokens }: Target): boolean {
  return capturesOf(tokens).names.length > 0
}

/** The plain request of a route, at another address and as a user. */
function planAt({ plain }: Plan, address: string, user: User): Planned {
  const [path = '', query] = address.split(/\?(.*)/s)
  const attack = { ...plain.attack, path, query: query ? query.split('&') : [] }
  return as({ ...plain, attack }, undefined, user)
}

/** The same request with the headers of another user, or of a visitor who has not signed in. */
function as(planned: Planned, from: User | undefined, to: User | undefined): Planned {
  const others = planned.attack.headers.filter((header) => !from?.headers.includes(header))
  const attack = { ...planned.attack, headers: [...others, ...(to?.headers ?? [])] }
  return { ...planned, attack, what: to ? `as ${to.name}` : planned.what }
}

/** The links of a page, and the addresses that the ids in JSON stand for. */
function linksOf(sent: Sent, path: string, reads: MultiMatcher<Plan>): string[] {
  const { status, text, location, headers } = sent
  if (location?.startsWith('/')) return [location]
  if (status !== 200) return []
  const links = addressesIn(sent, 'href|action')
  if (!/\bjson\b/i.test(headers.get('Content-Type') ?? '')) return links

  // The items of `/orders` are at `/orders/:id`.
  const addresses = Array.from(
    text.matchAll(/"(?:id|slug|uuid|key|number)":\s*(?:"([^"\\]{1,100})"|(\d{1,20}))/g),
    ([, word, number]) => `${path.replace(/\/$/, '')}/${encodeURIComponent(word ?? number!)}`,
  )
  return [...links, ...addresses.filter((one) => reads.match(`http://localhost${one}`))]
}

/** Finds pages that differ by user, although a cache may give one to all, and pages with a form that keeps drafts for both. */
async function comparePages(prover: Prover, owner: Explored, other: Explored): Promise<void> {
  for (const [address, { planned, sent }] of owner.pages) {
    const theirs = other.pages.get(address)?.sent
    if (sent.status !== 200 || theirs?.status !== 200) continue
    const told = toldVisitor(sent)
    if (told !== undefined && told === toldVisitor(theirs)) {
      const who = told ? 'the same visitor' : 'that nobody is signed in'
      const says = `told the browser ${who}, as it does for ${other.user.name}`
      prover.report(visitorRule, planned, { says, cause: 'visitor' })
    }
    if (!isShared(sent)) continue

    const shown = readShown(sent.text, (await prover.send(planned)).text)
    if (shown === undefined || showsSame(shown, theirs.text)) continue

    const policy = sent.replacedPolicy ?? sent.headers.get('Cache-Control')
    const end = sent.replacedPolicy === undefined ? '' : '. The server sends it as private'
    const says = `has Cache-Control: ${policy}, although the page is another one for ${other.user.name}${end}`
    prover.report(sharedCacheRule, planned, { says, cause: planned.target.pattern })
  }
}

/** Who is signed in, as a document with a form that keeps drafts tells it (DR-18). */
function toldVisitor({ text }: Sent): string | undefined {
  const [, json] = /<script[^>]*\bid="__framework"[^>]*>(.*?)<\/script>/s.exec(text) ?? []
  if (json === undefined || !/<form\b[^>]*\bmethod="(?!get)/i.test(text)) return undefined
  return (JSON.parse(json) as { visitor?: string | null }).visitor ?? undefined
}

/** Pages with params that the pages of one user link to, and those of the other do not. */
function privatePages(owner: Explored, other: Explored): Seen[] {
  // If there were too many pages to look at, the link may be on one of the rest.
  if (other.pages.size === maxPages) return []
  return [...owner.pages]
    .filter(([address, { sent }]) => sent.status === 200 && !other.links.has(address))
    .map(([, seen]) => seen)
    .filter(({ planned }) => hasParams(planned.target))
}

/** Requests a page of one user as a visitor who has not signed in, then as another user. */
async function tryAs(
  prover: Prover,
  plans: readonly Plan[],
  owner: Explored,
  other: Explored,
  { planned, sent, from }: Seen,
): Promise<void> {
  const stranger = await prover.send(as(planned, owner.user, undefined))
  // Every visitor may see it.
  if (stranger.status === 200) return

  const { path } = planned.attack
  const theirs = as(planned, owner.user, other.user)
  const got = await prover.send(theirs)
  const again = await prover.send(planned)
  if (got.status === 200 && showsPrivate([sent, again], got, path, other)) {
    const link = from === undefined ? '' : `, to which only ${from} of ${owner.user.name} leads`
    const says = `got what ${owner.user.name} sees${link}. Without signing in it gets ${refusalOf(stranger)}`
    prover.report(userRule, theirs, { says, cause: planned.target.pattern })
  }
  if (!prover.options.writes) return

  for (const write of writesAs(plans, [path, ...formsOf(sent, other)], other.user)) {
    const before = readShown(sent.text, (await prover.send(planned)).text)
    await prover.send(write)
    const after = await prover.send(planned)
    if (before === undefined || showsSame(before, after.text)) continue

    const says = `changed ${path} of ${owner.user.name}`
    prover.report(userRule, write, { says, cause: write.target.name })
    return
  }
}

/** Where the forms of a page lead, if no page of the other user leads there. */
function formsOf(page: Sent, { links }: Explored): string[] {
  const addresses = addressesIn(page, 'action').map((address) => address.split('?', 1)[0]!)
  return addresses.filter((address) => !links.has(address))
}

/** The requests of a user that change something at these addresses. */
function* writesAs(plans: readonly Plan[], addresses: readonly string[], user: User) {
  for (const address of new Set(addresses)) {
    for (const plan of plans) {
      const { method, matcher, origin } = plan.target
      if (isSafeMethod(method) || matcher.match(origin + address) === null) continue
      yield planAt(plan, address, user)
    }
  }
}

/**
 * Whether a response shows most of the owner's words: those that are on no page of the other user. A page that refuses the
 * user has none of them. The path may be on every page.
 */
function showsPrivate(
  [first, second]: readonly [Sent, Sent],
  got: Sent,
  path: string,
  other: Explored,
): boolean {
  const known = new Set([...other.pages.values()].flatMap(({ sent }) => wordsOf(sent.text)))
  // Words that differ each time, such as a nonce, are not data of a user.
  const steady = new Set(wordsOf(first.text)).intersection(new Set(wordsOf(second.text)))
  const params = path.split('/').filter(Boolean)
  const isParam = (word: string): boolean => params.some((param) => word.includes(param))
  const own = [...steady.difference(known)].filter((word) => !isParam(word))
  const shown = new Set(wordsOf(got.text))
  return own.length > 0 && own.filter((word) => shown.has(word)).length * 2 > own.length
}
