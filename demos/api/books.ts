/** The fields of a book that a client sends. */
export interface BookInput {
  readonly title: string
  readonly author: string
  readonly year: number
}

/** A book of the list. */
export interface Book extends BookInput {
  readonly id: string
  /** How many readers recommend it. */
  readonly recommendations: number
}

/** A list of books, in memory. */
export class Books {
  #byId = new Map<string, Book>()
  #nextId = 1

  constructor(books: readonly BookInput[] = firstBooks) {
    for (const book of books) this.create(book)
  }

  /** Returns the books that have `text` in the title or the author. */
  search(text = ''): Book[] {
    const wanted = text.toLowerCase()

    return [...this.#byId.values()].filter(({ title, author }) =>
      `${title} ${author}`.toLowerCase().includes(wanted),
    )
  }

  find(id: string): Book | undefined {
    return this.#byId.get(id)
  }

  create(input: BookInput): Book {
    const book = { id: String(this.#nextId++), ...input, recommendations: 0 }
    this.#byId.set(book.id, book)

    return book
  }

  update(id: string, change: Partial<Book>): Book | undefined {
    const book = this.#byId.get(id)
    if (book === undefined) return undefined

    const changed = { ...book, ...change, id }
    this.#byId.set(id, changed)

    return changed
  }

  delete(id: string): boolean {
    return this.#byId.delete(id)
  }
}

const firstBooks: readonly BookInput[] = [
  { title: 'The Left Hand of Darkness', author: 'Ursula K. Le Guin', year: 1969 },
  { title: 'Kindred', author: 'Octavia E. Butler', year: 1979 },
  { title: 'Solaris', author: 'Stanisław Lem', year: 1961 },
]
