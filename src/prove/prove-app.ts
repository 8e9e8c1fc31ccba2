import type { FetchHandlerSource } from '../fetch-router/index.ts'
import type { Proof } from '../internal/proof.ts'
import { isSafeMethod } from '../internal/http.ts'
import type { Planned } from './draft-plan.ts'
import { planAttacks, type Plan } from './plan-attacks.ts'
import { findOpenMethods, strangersOf, tryAccess } from './probes/access.ts'
import { signInUsers } from './probes/explore.ts'
import { repeatOnce } from './probes/once.ts'
import { compareUsers } from './probes/other-users.ts'
import { ReadPages, seemsToChange } from './probes/read-pages.ts'
import type { Progress, ProofReport, ProveOptions } from './prove-options.ts'
import { Prover } from './prover.ts'
import { createRandom } from './random.ts'
import { createSender, type Sent } from './sender.ts'
import { listTargets, type Target } from './targets.ts'

/** How many requests are sent at the same time. More would not be faster: the app has one thread. */
const parallel = 8

/**
 * Attacks an app in this process.
 *
 * @param source The handler of the app
 * @param proof What the app has reported about itself since it was created
 * @throws {Error} If there is no route to attack
 */
export async function proveApp(
  source: FetchHandlerSource,
  proof: Proof,
  options: ProveOptions,
): Promise<ProofReport> {
  const startedAt = performance.now()
  const elapsed = (): number => performance.now() - startedAt
  const sender = createSender(source, proof, options.patience ?? 5_000)
  try {
    // An app creates its router before its first response.
    await sender.send({
      method: 'GET',
      origin: 'http://localhost',
      path: '/',
      query: [],
      headers: [],
      body: undefined,
    })
    const users = await signInUsers(source, options.users)
    const all = await listTargets(proof)
    const targets = chooseTargets(all.targets, options.only)
    const prover = new Prover(sender, all, options)
    const plans = await planAll(prover, targets)
    const access = await tryAccess(prover, plans)
    await findOpenMethods(prover, access)
    await compareUsers(prover, plans, users)
    await repeatOnce(prover, plans, users)
    const unsent = await attackAll(prover, plans, () => elapsed() > options.time)

    return {
      faults: prover.faults.faults,
      strangers: strangersOf(access),
      slow: [...prover.slow.values()],
      routes: targets.length,
      requests: prover.requests,
      leftOut: prover.leftOut,
      unsent,
      milliseconds: elapsed(),
    }
  } finally {
    sender.close()
  }
}

function chooseTargets(targets: readonly Target[], only: string | undefined): readonly Target[] {
  const chosen = targets.filter(({ pattern }) => only === undefined || pattern === only)
  if (chosen.length > 0) return chosen

  const patterns = [...new Set(targets.map(({ pattern }) => pattern))]
  throw new Error(
    only === undefined
      ? 'Cannot find a route to prove: the app has neither pages nor routes.'
      : `Cannot find the route ${JSON.stringify(only)}. The routes are: ${patterns.join(', ')}`,
  )
}

/** Plans the attacks, and sends the plain requests. */
async function planAll(prover: Prover, targets: readonly Target[]): Promise<Plan[]> {
  const { seed, tell } = prover.options
  const plans: Plan[] = []
  const links = new Set<string>()
  const pages = new ReadPages(prover)
  for (const target of targets.toSorted(byUse)) {
    if (prover.skipped.has(target.name)) continue
    const command = `${target.name}, while input for its contract is created`
    tell?.({ type: 'starts', activities: [{ route: target.name, command }] })
    const plan = await planAttacks(target, createRandom(seed + hash(target.name)), links)
    plans.push(plan)
    const sent = await sendPlain(prover, plan)
    if (sent === undefined) continue
    for (const link of sent.links) links.add(link)
    await pages.visit(plan.plain[0]!, sent)
  }
  return plans
}

/**
 * Requests that only read come first, so that nothing else changes what they show. Of these, pages without params are first,
 * because they link to those with params, and routes that seem to change something are last.
 */
function byUse(a: Target, b: Target): number {
  const orderOf = (target: Target): number =>
    isSafeMethod(target.method) ? Number(seemsToChange(target)) : 2
  return orderOf(a) - orderOf(b) || a.tokens.length - b.tokens.length
}

/** Sends the plain request, which says whether the route is guarded. */
async function sendPlain(prover: Prover, { plain }: Plan): Promise<Sent | undefined> {
  for (const planned of plain) {
    if (!(await prover.maySend(planned))) continue
    const [exchange] = await prover.attack(planned)
    prover.baselines.set(planned.target, exchange!)
    return exchange!.sent
  }
  return undefined
}

/**
 * Sends one attack to each route after the other, so that a short run has tried something everywhere.
 *
 * @returns The number of attacks for which there was no time
 */
async function attackAll(
  prover: Prover,
  plans: readonly Plan[],
  isOver: () => boolean,
): Promise<number> {
  const { turn: firstTurn, lastTurn } = prover.options.resume ?? { turn: 0, lastTurn: -1 }
  const batch: Turn[] = []
  let unsent = 0
  for (const [turn, planned] of takeTurns(plans, firstTurn)) {
    if (planned.isForGuard && !prover.isRefused(planned.target)) continue
    if (isOver()) unsent += 1
    else if (await prover.maySend(planned)) batch.push([turn, planned])
    else prover.leftOut += 1
    if (batch.length >= (turn <= lastTurn ? 1 : parallel)) await sendBatch()
  }
  await sendBatch()
  return unsent

  async function sendBatch(): Promise<void> {
    const { requests, leftOut, skipped, faults } = prover
    const turns = batch.map(([turn]) => turn)
    if (turns.length === 0) return
    const progress: Progress = {
      turn: turns[0]!,
      lastTurn: turns.at(-1)!,
      requests,
      leftOut,
      faults: faults.faults,
      skipped: [...skipped],
    }
    prover.options.tell?.({ type: 'reaches', progress })
    await prover.attack(...batch.splice(0).map(([, planned]) => planned))
  }
}

type Turn = readonly [turn: number, planned: Planned]

function* takeTurns(plans: readonly Plan[], firstTurn: number): Generator<Turn> {
  const total = Math.max(0, ...plans.map(({ attacks }) => attacks.length))
  for (let turn = firstTurn; turn < total; turn++) {
    for (const { attacks } of plans) {
      const planned = attacks[turn]
      if (planned !== undefined) yield [turn, planned]
    }
  }
}

/** A number for the name of a route. So its random choices do not depend on the other routes. */
function hash(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0
  return sum
}
