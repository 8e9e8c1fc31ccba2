import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { isSafeMethod } from '../../internal/http.ts'
import type { Proof } from '../../internal/proof.ts'
import { addressesIn, isDocument } from './check.ts'
import { planAttacks, type Plan } from './plan.ts'
import type { Planned } from './planned.ts'
import { findOpenMethods, strangersOf, tryAccess } from './probe-access.ts'
import { repeatOnce } from './probe-once.ts'
import { ReadPages, seemsToChange } from './probe-pages.ts'
import { compareUsers, signInUsers } from './probe-users.ts'
import type { ProofReport, ProveOptions } from './prove-options.ts'
import { Prover } from './prover.ts'
import { createSender } from './sender.ts'
import { listTargets, type Target } from './targets.ts'

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
  const sender = createSender(source, proof)
  try {
    // An app creates its router before its first response.
    const first = { method: 'GET', origin: 'http://localhost', path: '/', query: [], headers: [] }
    await sender.send(first, false)
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
      faults: prover.faults,
      strangers: strangersOf(access),
      routes: targets.length,
      requests: prover.requests,
      stopped: prover.stopped,
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

/** Plans the attacks, and sends the plain requests, which say whether a route is guarded. */
async function planAll(prover: Prover, targets: readonly Target[]): Promise<Plan[]> {
  const plans: Plan[] = []
  const links = new Set<string>()
  const pages = new ReadPages(prover)
  for (const target of targets.toSorted(byUse)) {
    if (prover.skipped.has(target.name)) continue
    const command = `${target.name}, while input for its contract is created`
    prover.options.tell?.({ type: 'starts', route: target.name, command })
    const plan = await planAttacks(target, links)
    plans.push(plan)
    const exchange = await prover.attack(plan.plain)
    prover.baselines.set(target, exchange)
    if (exchange.sent.status === 200 && isDocument(exchange.sent)) {
      for (const link of addressesIn(exchange.sent, 'href')) links.add(link.split('?', 1)[0]!)
    }
    await pages.visit(plan.plain, exchange.sent)
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

/**
 * Sends one attack to each route after the other, so that a short run has tried something everywhere. Requests are sent one
 * at a time: the app has one thread, and a request alone is to blame for what it causes.
 *
 * @returns The number of attacks for which there was no time
 */
async function attackAll(
  prover: Prover,
  plans: readonly Plan[],
  isOver: () => boolean,
): Promise<number> {
  const { tell, resume } = prover.options
  const turns = Math.max(0, ...plans.map(({ attacks }) => attacks.length))
  const isUseful = ({ isForGuard, target }: Planned): boolean =>
    !isForGuard || prover.isRefused(target)
  let unsent = 0
  for (let turn = resume?.turn ?? 0; turn < turns; turn++) {
    const { requests, faults, skipped } = prover
    tell?.({ type: 'reaches', turn, requests, faults, skipped: [...skipped] })
    for (const planned of plans.flatMap(({ attacks }) => attacks.slice(turn, turn + 1))) {
      if (!isUseful(planned)) continue
      if (isOver()) unsent += 1
      else await prover.attack(planned)
    }
  }
  return unsent
}
