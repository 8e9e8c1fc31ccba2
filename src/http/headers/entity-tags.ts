import { isSpace, trimSpace } from './grammar.ts'

/** The input of {@link IfMatch} and {@link IfNoneMatch}: a header value, tags with their quotes, or the parts. */
export type EntityTagListInit =
  | string
  | Iterable<string>
  | { readonly tags?: Iterable<string>; readonly any?: boolean }

type EntityTagParts = Exclude<EntityTagListInit, string | Iterable<string>>

/** The common part of `If-Match` and `If-None-Match`: a list of entity tags, or `*` for any. */
export abstract class EntityTagList implements Iterable<string> {
  #tags: Set<string> = new Set()
  #any = false
  #present = false

  constructor(init?: EntityTagListInit | null) {
    if (init === null || init === undefined) return
    this.#present = !(init instanceof EntityTagList) || init.present
    if (typeof init === 'string') {
      this.#any = trimSpace(init) === '*'
      this.#tags = new Set(parseEntityTags(init))
    } else {
      const isList = Symbol.iterator in init && !(init instanceof EntityTagList)
      const { tags = [], any = false } = isList ? { tags: init } : (init as EntityTagParts)
      for (const tag of tags) this.add(tag)
      if (any) this.any = true
    }
  }

  /** Whether the header is `*`, which means any existing representation, even one without a tag. */
  get any(): boolean {
    return this.#any
  }

  set any(any: boolean) {
    this.#any = any
    this.#present = true
    if (any) this.#tags.clear()
  }

  /**
   * Whether there is a header at all. A header without a valid tag is still a condition.
   *
   * @internal For {@link EntityTagList.matches}
   */
  get present(): boolean {
    return this.#present
  }

  /** The tags with their quotes, in order. Empty for `*`. */
  get tags(): string[] {
    return [...this.#tags]
  }

  /** The number of tags. 0 for `*`. */
  get size(): number {
    return this.#tags.size
  }

  /** Whether the list has exactly this tag. */
  has(tag: string): boolean {
    return this.#tags.has(tag)
  }

  /**
   * Adds a tag. After that, the list is no longer `*`.
   *
   * @throws {TypeError} If it is not an entity tag with its quotes
   */
  add(tag: string): this {
    this.#tags.add(checkEntityTag(tag))
    this.#any = false
    this.#present = true
    return this
  }

  delete(tag: string): boolean {
    return this.#tags.delete(tag)
  }

  clear(): void {
    this.#any = false
    this.#tags.clear()
  }

  /**
   * Whether the header matches a representation that exists.
   *
   * @param tag The entity tag of the representation, or `null` if it has none
   */
  abstract matches(tag: string | null): boolean

  [Symbol.iterator](): SetIterator<string> {
    return this.#tags.values()
  }

  forEach(callback: (tag: string, header: this) => void): void {
    for (const tag of this) callback(tag, this)
  }

  /** The header value: `*`, or the tags separated by commas. */
  toString(): string {
    return this.#any ? '*' : this.tags.join(', ')
  }
}

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

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7E\x80-\uFFFF]*"$/

/** Whether `text` is an entity tag with its quotes (RFC 9110 §8.8.3): `"abc"` or `W/"abc"`. */
export function isEntityTag(text: string): boolean {
  return ENTITY_TAG.test(text)
}

/** @throws {TypeError} If it is not an entity tag with its quotes */
export function checkEntityTag(tag: string): string {
  if (isEntityTag(tag)) return tag
  throw new TypeError(
    `Cannot use ${JSON.stringify(tag)} as an entity tag: it must be quoted, such as "abc" or W/"abc"`,
  )
}

/** Whether two tags are the same and neither is weak. */
export function matchesStrongly(a: string, b: string): boolean {
  return a === b && !a.startsWith('W/')
}

/** Whether two tags are the same, weak or not. */
function matchesWeakly(a: string, b: string): boolean {
  return withoutWeakness(a) === withoutWeakness(b)
}

/** Returns the valid tags of a list, in order. A comma inside the quotes belongs to the tag. */
function parseEntityTags(text: string): string[] {
  const tags: string[] = []
  let i = 0
  while (i < text.length) {
    if (isSpace(text.charCodeAt(i)) || text.charCodeAt(i) === 0x2c) {
      i++
      continue
    }

    const end = endOfItem(text, i)
    let last = end
    while (isSpace(text.charCodeAt(last - 1))) last--
    const item = text.slice(i, last)
    if (isEntityTag(item)) tags.push(item)
    i = end + 1
  }
  return tags
}

/**
 * Returns the index of the comma after the item that starts at `start`, or of the end. Only a quote that starts a tag hides
 * commas.
 */
function endOfItem(text: string, start: number): number {
  const quote = text.startsWith('W/', start) ? start + 2 : start
  let after = start
  if (text.charCodeAt(quote) === 0x22) {
    const closing = text.indexOf('"', quote + 1)
    if (closing !== -1) after = closing + 1
  }
  const comma = text.indexOf(',', after)
  return comma === -1 ? text.length : comma
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
