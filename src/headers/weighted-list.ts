import { parseWithParameters } from './header-parameters.ts'
import { splitList } from './split-list.ts'

/**
 * What `Accept`, `AcceptEncoding` and `AcceptLanguage` take: a header value, or values with their weights. The default
 * weight is 1.
 */
export type WeightedListInit =
  | string
  | Iterable<string | readonly [value: string, weight: number]>
  | Readonly<Record<string, number>>

/**
 * The common part of `Accept`, `Accept-Encoding` and `Accept-Language`: values with a weight from 0 (refused) to 1. The
 * most preferred value comes first. Values with equal weights keep their order.
 */
export abstract class WeightedList implements Iterable<[value: string, weight: number]> {
  #weights: Map<string, number> = new Map()
  #sorted: (readonly [value: string, weight: number])[] | null = null

  constructor(init?: WeightedListInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else {
      const items = Symbol.iterator in init ? init : Object.entries(init)
      for (const item of items as Iterable<string | readonly [string, number]>) {
        if (typeof item === 'string') this.set(item)
        else this.set(...item)
      }
    }
  }

  /** The spelling to compare by, or `null` if the value is invalid in this header. */
  protected abstract canonical(value: string): string | null

  /** The weight of `value` by the rules of the header, from 0 (refused) to 1. */
  abstract getWeight(value: string): number

  get size(): number {
    return this.#weights.size
  }

  /** The weights, in the order of iteration. */
  get weights(): number[] {
    return Array.from(this, ([, weight]) => weight)
  }

  /** Whether the client accepts `value`. */
  accepts(value: string): boolean {
    return this.getWeight(value) > 0
  }

  /** The candidate that the client prefers, or `null` if it accepts none. Of equal candidates, the first. */
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

  /** The weight of exactly this value in the header, or `null`. */
  get(value: string): number | null {
    return this.#weights.get(this.canonical(value) ?? '') ?? null
  }

  /** Whether the header lists exactly this value. */
  has(value: string): boolean {
    return this.get(value) !== null
  }

  /**
   * @param weight 0 to 1, kept to three decimals
   * @throws {TypeError} If the value is invalid in this header or the weight is not a number from 0 to 1
   */
  set(value: string, weight = 1): this {
    const canonical = this.canonical(value)
    if (canonical === null || !(weight >= 0 && weight <= 1)) {
      throw new TypeError(
        `Cannot add ${JSON.stringify(value)} with the weight ${String(weight)}: it must be one valid value of this header, and a weight from 0 to 1`,
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

  /** Skips invalid values. Of a repeated value, the one without parameters counts, else the last. */
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

/** Reads RFC 9110 §12.4.2 leniently: any decimal from 0 to 1. Anything else is ignored. */
function parseWeight(text: string): number {
  const weight = /^[0-9.]+$/.test(text) ? Number(text) : NaN
  return weight <= 1 ? weight : 1
}

/** The header has three decimals. Rounding must not turn a small weight into a refusal. */
function toThreeDecimals(weight: number): number {
  return weight === 0 ? 0 : Math.max(Math.round(weight * 1000), 1) / 1000
}
