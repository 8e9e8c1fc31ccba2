import { EntityTagList, type EntityTagListInit } from './entity-tag-list.ts'
import { matchesStrongly } from './entity-tag.ts'

/**
 * An `If-Match` header: continue only if the representation has one of these tags. Without a header there is no
 * condition, so everything matches. A header without a valid tag matches nothing.
 *
 * @example
 * if (!IfMatch.from(headers.get('If-Match')).matches(etag)) return new Response(null, { status: 412 })
 */
export class IfMatch extends EntityTagList {
  /** Parses an `If-Match` header or copies one. `null` gives one without a condition. */
  static from(value: EntityTagListInit | null): IfMatch {
    return new IfMatch(value)
  }

  /**
   * Whether the request may continue. The comparison is strong (RFC 9110 §13.1.1), so a weak tag never matches.
   *
   * @param tag The entity tag of the representation, or `null` if it has none
   */
  override matches(tag: string | null): boolean {
    if (!this.present || this.any) return true
    return tag !== null && this.tags.some((listed) => matchesStrongly(listed, tag))
  }
}
