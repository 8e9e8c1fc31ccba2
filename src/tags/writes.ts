import { checkTags } from './check-tags.ts'

/** What a request has written, as tags. The class is also the key on the context. */
export class Writes {
  readonly #tags = new Set<string>()

  /** The tags, each once. */
  get tags(): readonly string[] {
    return Array.from(this.#tags)
  }

  /**
   * Adds tags.
   *
   * @throws {TypeError} If a tag is invalid, or if the request has more than 64
   */
  add(...tags: string[]): void {
    checkTags('writes()', [...this.#tags, ...tags])
    for (const tag of tags) this.#tags.add(tag)
  }
}

/** The part of a request context that {@link writes} uses. */
export interface WritesContext {
  readonly get: (key: typeof Writes) => Writes | undefined
  readonly set: (key: typeof Writes, value: Writes) => void
}

/**
 * Says what a request has written, so that `cache()` drops every response that was made from it.
 *
 * @param context The context of the request
 * @param tags What was written, such as `books` or `book:dune`
 * @throws {TypeError} If a tag has no or more than 128 characters, a comma or a control character, or if there are more
 * than 64 tags
 *
 * @example
 * await saveBook(book)
 * writes(context, 'books', `book:${book.slug}`)
 */
export function writes(context: WritesContext, ...tags: string[]): void {
  let written = context.get(Writes)
  if (written === undefined) {
    written = new Writes()
    context.set(Writes, written)
  }
  written.add(...tags)
}
