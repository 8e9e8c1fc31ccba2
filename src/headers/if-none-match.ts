import { EntityTagList, type EntityTagListInit } from './entity-tag-list.ts'
import { matchesWeakly } from './entity-tag.ts'

/**
 * An `If-None-Match` header: continue only if the representation has none of these tags. Without a header nothing
 * matches.
 *
 * @example
 * if (IfNoneMatch.from(headers.get('If-None-Match')).matches(etag)) return new Response(null, { status: 304 })
 */
export class IfNoneMatch extends EntityTagList {
  /** Parses an `If-None-Match` header or copies one. `null` gives an empty one. */
  static from(value: EntityTagListInit | null): IfNoneMatch {
    return new IfNoneMatch(value)
  }

  /** The comparison is weak (RFC 9110 §13.1.2), so `W/"a"` matches `"a"`. */
  override matches(tag: string | null): boolean {
    return this.any || (tag !== null && this.tags.some((listed) => matchesWeakly(listed, tag)))
  }
}
