import { isToken, trimSpace } from './characters.ts'
import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/**
 * An `Accept` header: the media types that a client accepts. Parameters other than `q` are dropped.
 *
 * An empty or absent header accepts every media type.
 *
 * @example
 * const type = Accept.from(request.headers.get('Accept')).getPreferred(['text/html', 'application/json'])
 */
export class Accept extends WeightedList {
  /** Parses an `Accept` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): Accept {
    return new Accept(value)
  }

  /** The media ranges in lower case, the most preferred first. */
  get mediaTypes(): string[] {
    return Array.from(this, ([mediaType]) => mediaType)
  }

  /**
   * The weight of a media type, from 0 (refused) to 1. The most specific range decides (RFC 9110 §12.5.1). For a range
   * such as `text/*`, this is the highest weight of anything in it.
   */
  override getWeight(mediaType: string): number {
    const wanted = this.canonical(withoutParameters(mediaType))
    if (wanted === null) return 0
    if (this.size === 0) return 1

    const type = wanted.slice(0, wanted.indexOf('/'))
    if (wanted.endsWith('/*')) return this.#highestIn(type)
    return this.get(wanted) ?? this.get(`${type}/*`) ?? this.get('*/*') ?? 0
  }

  #highestIn(type: string): number {
    for (const [range, weight] of this) {
      if (type === '*' || range === '*/*' || range.startsWith(`${type}/`)) return weight
    }
    return 0
  }

  protected override canonical(range: string): string | null {
    const slash = range.indexOf('/')
    if (slash === -1) return null
    const type = range.slice(0, slash)
    const subtype = range.slice(slash + 1)
    if (!isToken(type) || !isToken(subtype) || (type === '*' && subtype !== '*')) return null
    return range.toLowerCase()
  }
}

function withoutParameters(mediaType: string): string {
  const semicolon = mediaType.indexOf(';')
  return trimSpace(semicolon === -1 ? mediaType : mediaType.slice(0, semicolon))
}
