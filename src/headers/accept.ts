import { isToken, trimSpace } from './characters.ts'
import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/**
 * An `Accept` header: the media types that a client takes. Parameters other than `q` are dropped.
 *
 * An empty or absent header takes everything.
 *
 * @example
 * const type = Accept.from(request.headers.get('Accept')).getPreferred(['text/html', 'application/json'])
 */
export class Accept extends WeightedList {
  /** Reads an `Accept` header, or copies; `null` gives an empty one. */
  static from(value: WeightedListInit | null): Accept {
    return new Accept(value)
  }

  /** The media ranges in lower case, the most wanted first. */
  get mediaTypes(): string[] {
    return Array.from(this, ([mediaType]) => mediaType)
  }

  /**
   * How much the client wants a media type. The most specific range decides (RFC 9110 §12.5.1). Asked about a range such
   * as `text/*`, it answers with the highest weight that anything in the range has.
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
