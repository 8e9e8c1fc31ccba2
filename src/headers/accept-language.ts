import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/**
 * An `Accept-Language` header: the languages that a person reads.
 *
 * An empty or absent header takes everything.
 *
 * @example
 * AcceptLanguage.from(request.headers.get('Accept-Language')).getPreferred(['en', 'de-CH']) ?? 'en'
 */
export class AcceptLanguage extends WeightedList {
  /** Reads an `Accept-Language` header, or copies; `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptLanguage {
    return new AcceptLanguage(value)
  }

  /** The language ranges in lower case, the most wanted first. */
  get languages(): string[] {
    return Array.from(this, ([language]) => language)
  }

  /**
   * How much the person wants a language. The longest listed range that it belongs to decides: `de` is a range of
   * `de-CH`. If there is none, a listed language of which it is the general form counts (`en-GB` for `en`), and then `*`.
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

/** RFC 4647 §2.1: subtags of one to eight letters and digits. */
function isLanguageRange(text: string): boolean {
  return /^[A-Za-z]/.test(text) && text.split('-').every((subtag) => SUBTAG.test(subtag))
}

const SUBTAG = /^[0-9A-Za-z]{1,8}$/
