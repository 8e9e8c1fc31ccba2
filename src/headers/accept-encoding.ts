import { isToken } from './characters.ts'
import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/** Lower than any weight that a header can list. */
const LEAST = 0.0001

/**
 * An `Accept-Encoding` header: the content codings that a client accepts. `x-gzip` is read as `gzip`.
 *
 * An empty or absent header accepts only `identity`, which means no coding.
 *
 * @example
 * AcceptEncoding.from(request.headers.get('Accept-Encoding')).getPreferred(['br', 'gzip', 'identity'])
 */
export class AcceptEncoding extends WeightedList {
  /** Parses an `Accept-Encoding` header or copies one. `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptEncoding {
    return new AcceptEncoding(value)
  }

  /** The codings in lower case, the most preferred first. */
  get encodings(): string[] {
    return Array.from(this, ([encoding]) => encoding)
  }

  /**
   * The weight of a coding, from 0 (refused) to 1. A listed coding overrides `*`. `identity` is refused only by
   * `identity;q=0`, or by `*;q=0` if it is not listed. If neither is listed, it comes last (RFC 9110 §12.5.3).
   */
  override getWeight(encoding: string): number {
    if (this.canonical(encoding) === null) return 0
    const listed = this.get(encoding) ?? this.get('*')
    if (listed !== null) return listed
    if (encoding.toLowerCase() !== 'identity') return 0
    return this.size === 0 ? 1 : LEAST
  }

  protected override canonical(encoding: string): string | null {
    if (!isToken(encoding)) return null
    const name = encoding.toLowerCase()
    // RFC 9110 §8.4.1: these are older names of the same codings.
    return name === 'x-gzip' || name === 'x-compress' ? name.slice(2) : name
  }
}
