import { EntityTagList, type EntityTagListInit } from './entity-tag-list.ts'
import { matchesStrongly } from './entity-tag.ts'

/**
 * An `If-Match` header: go on only if the representation is one of these. A header without a readable tag matches nothing;
 * whether there is a header at all is a question for `Headers`.
 *
 * @example
 * if (headers.has('If-Match') && !IfMatch.from(headers.get('If-Match')).matches(etag)) return preconditionFailed()
 */
export class IfMatch extends EntityTagList {
  /** Reads an `If-Match` header, or copies; `null` gives an empty one. */
  static from(value: EntityTagListInit | null): IfMatch {
    return new IfMatch(value)
  }

  /** RFC 9110 §13.1.1: by strong comparison, so a weak tag never matches. */
  override matches(tag: string | null): boolean {
    return this.any || (tag !== null && this.tags.some((listed) => matchesStrongly(listed, tag)))
  }
}
