import { parseWithParameters } from './header-parameters.ts'
import { splitList } from './split-list.ts'

/** What a header of weighted values can be made from. A value without a weight has the weight 1. */
export type WeightedListInit =
  | string
  | Iterable<string | readonly [value: string, weight: number]>
  | Readonly<Record<string, number>>

/**
 * What `Accept`, `Accept-Encoding` and `Accept-Language` have in common: values with a weight from 0 (refused) to 1,
 * listed from the most wanted to the least, in the order of the header where weights are equal.
 */
export abstract class WeightedList implements Iterable<[value: string, weight: number]> {
  #weights: Map<string, number> = new Map()
  #sorted: (readonly [value: string, weight: number])[] | null = null

  constructor(init?: WeightedListInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else if (Symbol.iterator in init) {
      const items = init as Iterable<string | readonly [string, number]>
      for (const item of items) {
        if (typeof item === 'string') this.set(item)
        else this.set(item[0], item[1])
      }
    } else {
      for (const [value, weight] of Object.entries(init)) this.set(value, weight)
    }
  }

  /** The spelling to compare by, or `null` for what cannot be in this header. */
  protected abstract canonical(value: string): string | null

  /** How much the client wants `value`, from 0 (not at all) to 1, by the rules of the header. */
  abstract getWeight(value: string): number

  get size(): number {
    return this.#weights.size
  }

  /** The weights, in the order of iteration. */
  get weights(): number[] {
    return Array.from(this, ([, weight]) => weight)
  }

  /** Whether the client takes `value`. */
  accepts(value: string): boolean {
    return this.getWeight(value) > 0
  }

  /** The candidate that the client wants most, the first of several equals, `null` when it takes none. */
  getPreferred<const Candidate extends string>(candidates: readonly Candidate[]): Candidate | null {
    let preferred: Candidate | null = null
    let best = 0
    for (const candidate of candidates) {
      const weight = this.getWeight(candidate)
      if (weight > best) {
        preferred = candidate
        best = weight
      }
    }
    return preferred
  }

  /** The weight that the header gives to exactly this value, or `null`. */
  get(value: string): number | null {
    return this.#weights.get(this.canonical(value) ?? '') ?? null
  }

  /** Whether the header lists exactly this value. */
  has(value: string): boolean {
    return this.get(value) !== null
  }

  /**
   * @param weight 0 to 1, kept to three decimals
   * @throws {TypeError} If the value cannot be in this header or the weight is not a number from 0 to 1
   */
  set(value: string, weight = 1): this {
    const canonical = this.canonical(value)
    if (canonical === null || !(weight >= 0 && weight <= 1)) {
      throw new TypeError(
        `Cannot add ${JSON.stringify(value)} with the weight ${String(weight)}: it must be one value of this header and a number from 0 to 1`,
      )
    }
    this.#weights.set(canonical, toThreeDecimals(weight))
    this.#sorted = null
    return this
  }

  delete(value: string): boolean {
    this.#sorted = null
    return this.#weights.delete(this.canonical(value) ?? '')
  }

  clear(): void {
    this.#sorted = null
    this.#weights.clear()
  }

  *entries(): Generator<[value: string, weight: number], undefined> {
    this.#sorted ??= [...this.#weights].sort((a, b) => b[1] - a[1])
    for (const [value, weight] of this.#sorted) yield [value, weight]
  }

  [Symbol.iterator](): Generator<[value: string, weight: number], undefined> {
    return this.entries()
  }

  forEach(callback: (value: string, weight: number, header: this) => void): void {
    for (const [value, weight] of this) callback(value, weight, this)
  }

  /** The header value: `text/html,*\/*;q=0.8`. */
  toString(): string {
    return Array.from(this, ([value, weight]) =>
      weight === 1 ? value : `${value};q=${weight}`,
    ).join(',')
  }

  /** What is no value is left out. One that is listed twice counts as it stands without parameters, else as the last says. */
  #parse(text: string): void {
    const plain = new Set<string>()
    for (const item of splitList(text, ',')) {
      const { value, parameters } = parseWithParameters(item)
      const canonical = this.canonical(value)
      if (canonical === null) continue

      const q = parameters.get('q')
      if (parameters.size === (q === undefined ? 0 : 1)) plain.add(canonical)
      else if (plain.has(canonical)) continue
      this.#weights.set(canonical, toThreeDecimals(parseWeight(q ?? '')))
    }
  }
}

/** RFC 9110 §12.4.2 read leniently: any decimal from 0 to 1. Anything else says nothing, and is as good as absent. */
function parseWeight(text: string): number {
  const weight = /^[0-9.]+$/.test(text) ? Number(text) : NaN
  return weight <= 1 ? weight : 1
}

/** The header carries three decimals. What is wanted a little is not refused by rounding. */
function toThreeDecimals(weight: number): number {
  return weight === 0 ? 0 : Math.max(Math.round(weight * 1000), 1) / 1000
}
