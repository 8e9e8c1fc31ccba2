import { trimSpace } from './characters.ts'
import { isEntityTag, parseEntityTags } from './entity-tag.ts'

/** What {@link IfMatch} and {@link IfNoneMatch} take: a header value, tags with their quotes, or the parts. */
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
    if (!isEntityTag(tag)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(tag)} as an entity tag: it must be quoted, such as "abc" or W/"abc"`,
      )
    }
    this.#any = false
    this.#present = true
    this.#tags.add(tag)
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
