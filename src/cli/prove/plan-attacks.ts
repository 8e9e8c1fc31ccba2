import { draftPlan } from './draft-plan.ts'
import { planBodies } from './plan-bodies.ts'
import { planEchoes } from './plan-echoes.ts'
import { planOne, type Planned } from './plan-one.ts'
import { planParams } from './plan-params.ts'
import { planRefused } from './plan-refused.ts'
import { planSearch } from './plan-search.ts'
import { planValid } from './plan-valid.ts'
import { planVariants } from './plan-variants.ts'
import type { Random } from './random.ts'
import type { Target } from './target.ts'

/** The attacks on one target. */
export interface Plan {
  readonly target: Target
  /** How every visitor requests the route: with valid input, then with input that is refused. */
  readonly plain: readonly Planned[]
  readonly attacks: readonly Planned[]
}

/**
 * Plans the attacks on a target. The same seed plans the same ones.
 *
 * @param links Paths that pages of the app link to. They have params of things that exist
 */
export async function planAttacks(
  target: Target,
  random: Random,
  links: Iterable<string>,
): Promise<Plan> {
  const draft = await draftPlan(target, random, links)
  const plain = [
    planOne(draft, 'as it is', {}, { keepsInput: true }),
    ...(await planRefused(draft)),
  ]
  const kinds = [
    planValid(draft),
    planEchoes(draft),
    // Without `--writes`, a guard of an unsafe route can be tried only with input that is refused.
    ...plain.map(({ attack }) => planVariants(draft, attack)),
  ]
  if (!target.isBrief) {
    kinds.push(planParams(draft), planSearch(draft))
    if (!draft.isSafe) kinds.push(planBodies(draft))
  }
  return { target, plain, attacks: [...takeTurns(kinds)] }
}

/** One attack of each kind after the other, so that a short run has tried something of all kinds. */
function* takeTurns(kinds: Generator<Planned>[]): Generator<Planned> {
  for (let left = kinds; left.length > 0;) {
    const turns = left.map((kind) => ({ kind, turn: kind.next() }))
    for (const { turn } of turns) if (!turn.done) yield turn.value
    left = turns.filter(({ turn }) => !turn.done).map(({ kind }) => kind)
  }
}
