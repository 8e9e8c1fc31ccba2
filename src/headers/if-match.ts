import { EntityTagList, type EntityTagListInit } from './entity-tag-list.ts'
import { matchesStrongly } from './entity-tag.ts'

/**
 * An `If-Match` header: go on only if the representation is one of these. Without a header there is no condition, so
 * everything matches. A header without a tag that can be read matches nothing.
 *
 * @example
 * if (!IfMatch.from(headers.get('If-Match')).matches(etag)) return new Response(null, { status: 412 })
 */
export class IfMatch extends EntityTagList {
  /** Reads an `If-Match` header, or copies; `null` gives one without a condition. */
  static from(value: EntityTagListInit | null): IfMatch {
    return new IfMatch(value)
  }

  /**
   * Whether the request may go on. RFC 9110 §13.1.1: by strong comparison, so a weak tag never matches.
   *
   * @param tag The entity tag of the representation, or `null` when it has none
   */
  override matches(tag: string | null): boolean {
    if (!this.present || this.any) return true
    return tag !== null && this.tags.some((listed) => matchesStrongly(listed, tag))
  }
}
