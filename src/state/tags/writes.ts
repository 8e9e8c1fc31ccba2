import { checkTags, MAX_TAGS } from './check-tags.ts'

/** The tags that a request has written. The class is also their key in a request context: `context.get(Writes)`. */
export class Writes {
  readonly #tags = new Set<string>()
  #isDeclared = false
  #told: number | undefined

  /** The tags so far. */
  get tags(): ReadonlySet<string> {
    return this.#tags
  }

  /**
   * Whether the action has said that it wrote no other tags.
   *
   * @internal For pages. Middleware only adds tags
   */
  get isDeclared(): boolean {
    return this.#isDeclared
  }

  /**
   * Whether the response tells the client the effect of all these tags on its page. Also `true` if no loader was judged,
   * because then the client loads the whole page.
   *
   * @internal For pages
   */
  get areAllTold(): boolean {
    return this.#told === undefined || this.#told === this.#tags.size
  }

  /** @internal Adds tags. */
  add(caller: string, tags: readonly string[]): void {
    const all = new Set([...this.#tags, ...checkTags(caller, tags)])
    if (all.size > MAX_TAGS) {
      throw new TypeError(
        `Cannot add ${tags.map((tag) => JSON.stringify(tag)).join(', ')} in ${caller}: a request may write ${MAX_TAGS} tags. Use a coarser tag, such as "books".`,
      )
    }
    for (const tag of all) this.#tags.add(tag)
  }

  /** @internal Says that the action has named every tag that it writes. */
  declare(): void {
    this.#isDeclared = true
  }

  /** @internal Sets how many of the tags the response takes into account: all so far, or none. */
  tell(told: 'all' | 'none'): void {
    this.#told = told === 'all' ? this.#tags.size : 0
  }
}

/** The part of a request context that {@link writes} uses. */
export interface WritesContext {
  has(key: typeof Writes): boolean
  get(key: typeof Writes): Writes | undefined
  set(key: typeof Writes, value: Writes): void
}

/**
 * Says that this request has changed the data with these tags. For middleware and API routes.
 *
 * In the action of a page, use its argument `writes`. Only that argument says that no other data was changed.
 *
 * @param context The context of the request
 * @param tags At most 64 in one request
 * @throws {TypeError} If a tag is empty, longer than 128 characters, or has a comma or a control character
 *
 * @example
 * router.post('/api/books', async (context) => {
 *   await addBook(await context.json())
 *   writes(context, 'books')
 *   return new Response(null, { status: 204 })
 * })
 */
export function writes(context: WritesContext, ...tags: string[]): void {
  writesOf(context).add('writes()', tags)
}

/** Returns the tags of a request. */
export function writesOf(context: WritesContext): Writes {
  const existing = context.has(Writes) ? context.get(Writes) : undefined
  if (existing) return existing

  const created = new Writes()
  context.set(Writes, created)
  return created
}
