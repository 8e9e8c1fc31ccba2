import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import type { Proof } from '../../internal/exchange/proof.ts'
import { planAttacks } from './plan.ts'
import { AppPlans, type Plan } from './plan-app.ts'
import type { Planned } from './planned.ts'
import { findOpenMethods, strangersOf, tryAccess } from './probe-access.ts'
import { repeatOnce } from './probe-once.ts'
import { compareUsers, exploreAs } from './probe-users.ts'
import type { ProofReport, ProveOptions } from './prove-options.ts'
import { Prover } from './prover.ts'
import { createSender } from './sender.ts'
import { signInUsers } from './sign-in-users.ts'
import { listTargets, type Target } from './targets.ts'
import { untriedOf } from './untried.ts'

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
    const prover = new Prover(sender, all, targets, options)
    const plans = new AppPlans(prover, all.targets)
    const own = (): Plan[] => plans.all.filter(({ target }) => prover.isChosen(target))
    await plans.add(all.targets)
    const access = await tryAccess(prover, own())
    await findOpenMethods(prover, access)
    const explored = await exploreAs(prover, plans, users)
    // Users may have seen where other routes have something.
    await plans.findLost()
    const { notes, failures } = await compareUsers(prover, plans.all, explored)
    await repeatOnce(prover, own(), users)
    const attacks = own().map(({ target, draft }) =>
      planAttacks(draft, plans.addresses.firstTexts(target)),
    )
    const unsent = await attackAll(prover, attacks, () => elapsed() > options.time)
    const { tried, untried, failures: none } = untriedOf(targets, prover)

    return {
      faults: prover.faults,
      strangers: strangersOf(access),
      routes: targets.length,
      requests: prover.requests,
      stopped: prover.stopped,
      unsent,
      tried,
      untried,
      notes,
      failures: [...none, ...failures],
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

/**
 * Sends one attack to each route after the other, so that a short run has tried something everywhere. Requests are sent one
 * at a time: the app has one thread, and a request alone is to blame for what it causes.
 *
 * @returns The number of attacks for which there was no time
 */
async function attackAll(
  prover: Prover,
  attacks: readonly (readonly Planned[])[],
  isOver: () => boolean,
): Promise<number> {
  const { tell, resume } = prover.options
  const turns = Math.max(0, ...attacks.map((list) => list.length))
  const isUseful = ({ isForGuard, target }: Planned): boolean =>
    !isForGuard || prover.isRefused(target)
  let unsent = 0
  for (let turn = resume?.turn ?? 0; turn < turns; turn++) {
    const { requests, faults, skipped } = prover
    tell?.({ type: 'reaches', turn, requests, faults, skipped: [...skipped] })
    for (const planned of attacks.flatMap((list) => list.slice(turn, turn + 1))) {
      if (!isUseful(planned)) continue
      if (isOver()) unsent += 1
      else await prover.attack(planned)
    }
  }
  return unsent
}
