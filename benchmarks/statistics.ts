export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** Formats the median and the middle half of the values: `1.52 (1.48–1.57)`. */
export function spread(values: readonly number[], digits = 2): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
    quantile(values, share).toFixed(digits),
  )
  return `${middle} (${low}–${high})`
}

/** Whose costs are lower. */
export type Verdict = 'ahead' | 'behind' | 'cannot tell'

/** What we cost as a part of what another one costs: less than 1 is better. */
export interface Comparison {
  ratio: number
  /** The ends of the interval that has 99 % of the resampled ratios. */
  low: number
  high: number
  verdict: Verdict
}

/**
 * Compares costs that were measured in the same rounds, by the ratio of their medians. Its interval is found by drawing
 * rounds again and again. Both costs of a round are drawn together, so a slow second of the machine affects both.
 * The draws are the same every time.
 */
export function compareCosts(ours: readonly number[], theirs: readonly number[]): Comparison {
  const rounds = Math.min(ours.length, theirs.length)
  const ratio = median(ours.slice(0, rounds)) / median(theirs.slice(0, rounds))
  const random = createRandom()
  const ratios = Array.from({ length: 1000 }, () => {
    const drawn = Array.from({ length: rounds }, () => Math.floor(random() * rounds))
    return median(drawn.map((at) => ours[at]!)) / median(drawn.map((at) => theirs[at]!))
  })
  const [low, high] = [quantile(ratios, 0.005), quantile(ratios, 0.995)]

  return { ratio, low, high, verdict: high < 1 ? 'ahead' : low > 1 ? 'behind' : 'cannot tell' }
}

/** The framework and the best of the others in one case. */
export interface Standing extends Comparison {
  ours: readonly number[]
  /** The name of the best other one, and its costs. */
  best: string
  theirs: readonly number[]
}

/**
 * Compares the framework with the best other contestant. Returns `undefined` if one of them is missing.
 *
 * @param costs What each contestant costs, by name, one entry for each round
 */
export function findStanding(
  costs: Readonly<Record<string, readonly number[]>>,
): Standing | undefined {
  const all = Object.entries(costs)
    .filter(([, values]) => values.length > 0 && values.every(Number.isFinite))
    .sort(([, a], [, b]) => median(a) - median(b))
  const ours = all.find(([name]) => /^framework(?: \(|:|$)/.test(name))
  const best = all.find(([name]) => !/^framework|^the build before/.test(name))
  if (ours === undefined || best === undefined) return undefined

  return { ours: ours[1], best: best[0], theirs: best[1], ...compareCosts(ours[1], best[1]) }
}

/** How many rounds a case has: `most`, or fewer if it is decided earlier who is ahead, but never fewer than `least`. */
export interface Rounds {
  least: number
  most: number
}

/** Says whether a case needs another round. One without a framework and others in it has all rounds. */
export function needsRound(
  { least, most }: Rounds,
  costs: Readonly<Record<string, readonly number[]>>,
): boolean {
  const round = Math.min(...Object.values(costs).map((values) => values.length))
  if (round < least) return true
  return round < most && (findStanding(costs)?.verdict ?? 'cannot tell') === 'cannot tell'
}

/** Returns a generator of numbers from 0 to 1 that are the same in every process. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
