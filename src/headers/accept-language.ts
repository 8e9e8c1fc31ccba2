import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/**
 * An `Accept-Language` header: the languages that the user reads.
 *
 * An empty or absent header accepts every language.
 *
 * @example
 * AcceptLanguage.from(request.headers.get('Accept-Language')).getPreferred(['en', 'de-CH']) ?? 'en'
 */
export class AcceptLanguage extends WeightedList {
  /** Parses an `Accept-Language` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptLanguage {
    return new AcceptLanguage(value)
  }

  /** The language ranges in lower case, the most preferred first. */
  get languages(): string[] {
    return Array.from(this, ([language]) => language)
  }

  /**
   * The weight of a language, from 0 (refused) to 1. The longest listed range that contains it decides: `de` contains
   * `de-CH`. If no range does, a listed variant counts (`en-GB` for `en`), and then `*`.
   */
  override getWeight(language: string): number {
    const wanted = this.canonical(language)
    if (wanted === null) return 0
    if (this.size === 0) return 1
    if (wanted === '*') return this.weights[0]!

    let range = ''
    let byRange: number | null = null
    let byVariant: number | null = null
    for (const [listed, weight] of this) {
      if (listed === wanted || wanted.startsWith(`${listed}-`)) {
        if (listed.length > range.length) [range, byRange] = [listed, weight]
      } else if (listed.startsWith(`${wanted}-`)) {
        byVariant ??= weight
      }
    }
    return byRange ?? byVariant ?? this.get('*') ?? 0
  }

  protected override canonical(language: string): string | null {
    return language === '*' || isLanguageRange(language) ? language.toLowerCase() : null
  }
}

/** RFC 4647 §2.1: a language range is subtags of one to eight letters and digits. */
function isLanguageRange(text: string): boolean {
  return /^[A-Za-z]/.test(text) && text.split('-').every((subtag) => SUBTAG.test(subtag))
}

const SUBTAG = /^[0-9A-Za-z]{1,8}$/
