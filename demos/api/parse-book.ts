import type { BookInput } from './books.ts'

/** The validation errors of a book, by field. */
export type BookErrors = Partial<Record<keyof BookInput, string>>

/** Validates a book that a client sent. Returns the book or its errors. */
export function parseBook(input: unknown): { book: BookInput } | { errors: BookErrors } {
  const { title, author, year } = isRecord(input) ? input : {}

  const errors: BookErrors = {}
  if (!isLine(title)) errors.title = 'A title has 1 to 200 characters'
  if (!isLine(author)) errors.author = 'An author has 1 to 200 characters'
  if (!isYear(year)) errors.year = 'A year is a whole number up to 9999'
  if (!isLine(title) || !isLine(author) || !isYear(year)) return { errors }

  return { book: { title: title.trim(), author: author.trim(), year } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isLine(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200
}

function isYear(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 9999
}
