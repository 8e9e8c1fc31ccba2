import { isSafeMethod } from '../../internal/http.ts'
import { capturesOf } from '../../route-pattern/shared.ts'
import { refusalOf, type Rule } from '../checks/check.ts'
import { isShared, sharedCacheRule } from '../checks/leak.ts'
import type { Planned } from '../draft-plan.ts'
import type { Plan } from '../plan-attacks.ts'
import type { Prover } from '../prover.ts'
import type { Sent } from '../sender.ts'
import { readShown, showsSame, wordsOf } from './compare-texts.ts'
import { exploreAs, planAt, type Explored, type Seen, type User } from './explore.ts'

export const userRule: Rule = {
  name: 'user',
  title: 'A user must not reach what belongs to another user',
  advice:
    'Look things up by their id and by the user who is signed in, and respond with a 404 if there is nothing. A guard that only asks whether a user has signed in is not enough.',
}

/** Signs users in, and tries the addresses of each with the cookies of the others. */
export async function compareUsers(
  prover: Prover,
  plans: readonly Plan[],
  users: readonly User[],
): Promise<void> {
  if (users.length < 2) return
  const explored: Explored[] = []
  for (const user of users) explored.push(await exploreAs(prover, plans, user))

  for (const owner of explored) {
    for (const other of explored) {
      if (owner === other) continue
      await comparePages(prover, owner, other)
      for (const seen of privatePages(owner, other)) await tryAs(prover, plans, owner, other, seen)
    }
  }
}

/** Finds pages that differ by user, although a cache may give one to all. */
async function comparePages(prover: Prover, owner: Explored, other: Explored): Promise<void> {
  for (const [address, { planned, sent }] of owner.pages) {
    const theirs = other.pages.get(address)?.sent
    if (sent.status !== 200 || theirs?.status !== 200 || !isShared(sent)) continue
    const again = await prover.send(planned)
    const shown = readShown(sent.text, again.text)
    if (shown === undefined || showsSame(shown, theirs.text)) continue

    const policy = sent.headers.get('Cache-Control')
    const says = `got Cache-Control: ${policy}, although the page is another one for ${other.user.name}`
    prover.report(sharedCacheRule, planned, { says, cause: planned.target.pattern })
  }
}

/** Pages with params that the pages of one user link to, and those of the other do not. */
function privatePages(owner: Explored, other: Explored): Seen[] {
  return [...owner.pages.entries()]
    .filter(([address, { planned, sent }]) => {
      const hasParams = capturesOf(planned.target.tokens).names.length > 0
      const isKnown = other.pages.has(address) || other.links.has(address)
      // If there were too many pages to look at, the link may be on one of the rest.
      return hasParams && sent.status === 200 && !isKnown && other.isComplete
    })
    .map(([, seen]) => seen)
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

  const theirs = as(planned, owner.user, other.user)
  const got = await prover.send(theirs)
  const again = await prover.send(planned)
  if (got.status === 200 && showsPrivate([sent, again], got, planned.attack.path, other)) {
    const link = from === undefined ? '' : `, to which only ${from} of ${owner.user.name} leads`
    const says = `got what ${owner.user.name} sees${link}. Without signing in it gets ${refusalOf(stranger)}`
    prover.report(userRule, theirs, { says, cause: planned.target.pattern })
  }
  if (!prover.options.writes) return

  const { path } = planned.attack
  for (const { plan, address } of writesOf(plans, [path, ...formsOf(sent, other)])) {
    const write = as(planAt(plan, address, `as ${other.user.name}`), undefined, other.user)
    const before = readShown(sent.text, (await prover.send(planned)).text)
    await prover.send(write)
    const after = await prover.send(planned)
    if (before === undefined || showsSame(before, after.text)) continue

    const says = `changed ${path} of ${owner.user.name}`
    prover.report(userRule, write, { says, cause: plan.target.name })
    return
  }
}

/** Where the forms of a page lead, if no page of the other user leads there. */
function formsOf({ text }: Sent, { links }: Explored): string[] {
  return Array.from(
    text.matchAll(/\baction="(\/(?!\/)[^"#?]*)/g),
    ([, address]) => address!,
  ).filter((address) => !links.has(address))
}

/** The routes that change something at these addresses. */
function* writesOf(
  plans: readonly Plan[],
  addresses: readonly string[],
): Generator<{ plan: Plan; address: string }> {
  for (const address of new Set(addresses)) {
    for (const plan of plans) {
      const { method, matcher, origin } = plan.target
      if (!isSafeMethod(method) && matcher.match(origin + address) !== null) yield { plan, address }
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

/** The same request with the headers of another user, or of a visitor who has not signed in. */
function as(planned: Planned, from: User | undefined, to: User | undefined): Planned {
  const { headers } = planned.attack
  const own = headers.filter((header) => !from?.headers.includes(header))
  const attack = { ...planned.attack, headers: [...own, ...(to?.headers ?? [])] }
  return { ...planned, attack, what: to ? `as ${to.name}` : planned.what }
}
