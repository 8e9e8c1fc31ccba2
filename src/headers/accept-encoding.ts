import { isToken } from './characters.ts'
import { WeightedList, type WeightedListInit } from './weighted-list.ts'

/** Less wanted than anything that a header can list. */
const LEAST = 0.0001

/**
 * An `Accept-Encoding` header: the content codings that a client takes. `x-gzip` is read as `gzip`.
 *
 * An empty or absent header takes only `identity`, which is no coding at all.
 *
 * @example
 * AcceptEncoding.from(request.headers.get('Accept-Encoding')).getPreferred(['br', 'gzip', 'identity'])
 */
export class AcceptEncoding extends WeightedList {
  /** Reads an `Accept-Encoding` header, or copies; `null` gives an empty one. */
  static from(value: WeightedListInit | null): AcceptEncoding {
    return new AcceptEncoding(value)
  }

  /** The codings in lower case, the most wanted first. */
  get encodings(): string[] {
    return Array.from(this, ([encoding]) => encoding)
  }

  /**
   * How much the client wants a coding. One that is listed overrides `*`. `identity` is refused only by `identity;q=0`, or
   * by `*;q=0` when it is not listed; not mentioned, it comes after everything that is (RFC 9110 §12.5.3).
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
    // RFC 9110 §8.4.1: the same codings under older names
    return name === 'x-gzip' || name === 'x-compress' ? name.slice(2) : name
  }
}
