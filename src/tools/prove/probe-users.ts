import { isSafeMethod } from '../../internal/http/http.ts'
import { urlOf } from './attack.ts'
import { addressesIn, refusalOf, type Rule } from './check.ts'
import { readShown, showsSame, wordsOf } from './compare-texts.ts'
import { addressOf, as, Exploration, maxPages, planAt, type Seen } from './exploration.ts'
import { isShared, sharedCacheRule } from './leak-checks.ts'
import type { AppPlans, Plan } from './plan-app.ts'
import type { Planned } from './planned.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import type { User } from './sign-in-users.ts'
import { namesOf } from './targets.ts'
import { listOf } from './untried.ts'

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
    "Let `visitor` of pages.with() return the id of the user who is signed in, on every page, and '' for a guest only. Otherwise a form shows one user what another has typed. See framework/docs/drafts.md.",
}

/** What a comparison of users could not do: as a note, or as the reason why nothing was compared. */
export interface Comparison {
  readonly notes: readonly string[]
  readonly failures: readonly string[]
}

/** Follows the links of each user. */
export async function exploreAs(
  prover: Prover,
  { all, addresses }: AppPlans,
  users: readonly User[],
): Promise<Exploration[]> {
  const explored: Exploration[] = []
  for (const user of users.length < 2 ? [] : users) {
    const exploration = new Exploration(prover, addresses, all, user)
    await exploration.follow(maxPages)
    explored.push(exploration)
  }
  return explored
}

/** Tries the addresses of each user with the cookies of the others. */
export async function compareUsers(
  prover: Prover,
  plans: readonly Plan[],
  explored: readonly Exploration[],
): Promise<Comparison> {
  const unsure = new Set<string>()
  const without: string[] = []
  for (const owner of explored) {
    let count = 0
    for (const other of explored.filter((one) => one !== owner)) {
      await comparePages(prover, owner, other)
      for (const [address, seen] of privatePages(owner, other)) {
        const result = await tryAs(prover, plans, owner, other, address, seen)
        if (result !== 'public') count += 1
        const isAsked = prover.isChosen(seen.planned.target)
        if (result === 'unsure' && isAsked) unsure.add(`${address} of ${owner.user.name}`)
      }
    }
    if (count === 0) without.push(owner.user.name)
  }

  const notes = [
    unsure.size > 0 &&
      `Could not tell whether other users may see ${listOf(unsure)}: they have more than ${maxConfirmed} pages of one route.`,
    ...explored.map(describeLimits),
    without.length > 0 &&
      `No address leads only to pages of ${without.join(' or ')}, so no other user could try it. Create something for each user, and link to it from a page.`,
  ]
  const isAlone = prover.options.users !== undefined && explored.length === 0
  return {
    notes: notes.filter((note) => note !== false),
    failures: isAlone ? [tooFew] : await findStrangers(prover, explored),
  }
}

const tooFew =
  'Could not compare users: the file of --users has fewer than two. Give two of the same rank.'

function describeLimits({ user, left, limit }: Exploration): string | false {
  const routes = Array.from(left, ([pattern, count]) => `${pattern} (${count} more)`)
  return (
    routes.length > 0 &&
    `As ${user.name}, looked at ${limit} pages of a route at most, and there are more: ${listOf(routes)}.`
  )
}

/** Says which users see nothing else than a visitor who has not signed in. */
async function findStrangers(prover: Prover, explored: readonly Exploration[]): Promise<string[]> {
  const failures: string[] = []
  for (const { user, pages } of explored) {
    if (await seesMore(prover, pages)) continue
    failures.push(
      `Could not compare the users: every page shows ${user.name} what it shows a visitor who has not signed in. Check that the function of --users signs in, and that pages link to what is behind it.`,
    )
  }
  return failures
}

async function seesMore(prover: Prover, pages: Exploration['pages']): Promise<boolean> {
  for (const [address, { planned, sent }] of pages) {
    const baseline = prover.baselines.get(planned.target)
    if (baseline === undefined || addressOf(baseline.planned) !== address) continue
    if (sent.status !== baseline.sent.status || sent.location !== baseline.sent.location) {
      return true
    }
    if (sent.text === baseline.sent.text) continue
    const shown = readShown(sent.text, (await prover.send(planned)).text)
    if (shown === undefined || !showsSame(shown, baseline.sent.text)) return true
  }
  return false
}

/** Finds pages that differ by user, although a cache may give one to all, and pages with a form that keeps drafts for both. */
async function comparePages(prover: Prover, owner: Exploration, other: Exploration): Promise<void> {
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

/** Pages that the pages of one user link to, and those of the other do not. Their addresses say which of several they are. */
function privatePages(owner: Exploration, other: Exploration): [address: string, seen: Seen][] {
  return [...owner.pages].filter(
    ([address, { planned, sent }]) =>
      sent.status === 200 &&
      !other.links.has(address) &&
      (address.includes('?') || namesOf(planned.target.tokens).length > 0),
  )
}

/** How many pages of one route the other user looks at before a page counts as one that nothing links to. */
const maxConfirmed = 200

/** Requests a page of one user as a visitor who has not signed in, then as another user. */
async function tryAs(
  prover: Prover,
  plans: readonly Plan[],
  owner: Exploration,
  other: Exploration,
  address: string,
  { planned, sent, from }: Seen,
): Promise<'public' | 'tried' | 'unsure'> {
  const stranger = await prover.send(as(planned, owner.user, undefined))
  // Every visitor may see it.
  if (stranger.status === 200) return 'public'

  const { path } = planned.attack
  const theirs = as(planned, owner.user, other.user)
  const got = await prover.send(theirs)
  const again = await prover.send(planned)
  const isShown = (): boolean => showsPrivate([sent, again], got, address, other)
  if (got.status === 200 && isShown()) {
    // The link may be on a page that the other user has not looked at yet.
    if (other.limit < maxConfirmed) await other.follow(maxConfirmed)
    if (other.links.has(address) || !isShown()) return 'tried'
    if (other.isUnread(from)) return 'unsure'

    const link = from === undefined ? '' : `, to which only ${from} of ${owner.user.name} leads`
    const says = `got what ${owner.user.name} sees${link}. Without signing in it gets ${refusalOf(stranger)}`
    prover.report(userRule, theirs, { says, cause: planned.target.pattern })
  }
  if (!prover.options.writes) return 'tried'

  for (const write of writesAs(plans, [path, ...formsOf(sent, planned, other)], other.user)) {
    if (!prover.isChosen(write.target)) continue
    const before = readShown(sent.text, (await prover.send(planned)).text)
    await prover.send(write)
    const after = await prover.send(planned)
    if (before === undefined || showsSame(before, after.text)) continue

    const says = `changed ${path} of ${owner.user.name}`
    prover.report(userRule, write, { says, cause: write.target.name })
    break
  }
  return 'tried'
}

/** Where the forms of a page lead, if no page of the other user leads there. */
function formsOf(page: Sent, { attack }: Planned, { links }: Exploration): string[] {
  const addresses = addressesIn(page, 'action', urlOf(attack)!).map(
    (address) => address.split('?', 1)[0]!,
  )
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
  address: string,
  other: Exploration,
): boolean {
  // Words that differ each time, such as a nonce, are not data of a user.
  const steady = new Set(wordsOf(first.text)).intersection(new Set(wordsOf(second.text)))
  const params = address.split(/[/?&=]/).filter(Boolean)
  const isParam = (word: string): boolean => params.some((param) => word.includes(param))
  const own = [...steady.difference(other.words)].filter((word) => !isParam(word))
  const shown = new Set(wordsOf(got.text))
  return own.length > 0 && own.filter((word) => shown.has(word)).length * 2 > own.length
}
