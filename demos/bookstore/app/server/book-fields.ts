import { genres } from '../book-query.ts'
import type { BookFields } from './books.ts'

/** The validation errors of a book, by the name of the field. */
type BookErrors = Partial<Record<keyof BookFields, string>>

type Result = { fields: BookFields; errors?: never } | { fields?: never; errors: BookErrors }

/** Reads the fields of a book from JSON. The price is in cents: `1890`. */
export function readBookJson(json: unknown): Result {
  const values = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  const text = (name: string) => (typeof values[name] === 'string' ? values[name].trim() : '')
  const number = (name: string) => (typeof values[name] === 'number' ? values[name] : Number.NaN)

  return checkFields({
    title: text('title'),
    author: text('author'),
    genre: text('genre'),
    year: number('year'),
    pages: number('pages'),
    price: number('price'),
    stock: number('stock'),
    blurb: text('blurb'),
    pick: values['pick'] === true,
  })
}

function checkFields(fields: BookFields): Result {
  const known: readonly string[] = genres
  const errors: BookErrors = {}
  if (fields.title === '' || fields.title.length > 120) errors.title = 'Enter a title'
  if (fields.author === '' || fields.author.length > 120) errors.author = 'Enter an author'
  if (!known.includes(fields.genre)) errors.genre = 'Choose a genre'
  if (!isWhole(fields.year, 1400, 2100)) errors.year = 'Enter a year such as 2026'
  if (!isWhole(fields.pages, 1, 10_000)) errors.pages = 'Enter a number of pages'
  if (!isWhole(fields.price, 1, 1_000_000)) errors.price = 'Enter a price in cents, such as 1890'
  if (!isWhole(fields.stock, 0, 100_000)) errors.stock = 'Enter how many there are'
  if (fields.blurb === '' || fields.blurb.length > 2000) errors.blurb = 'Describe the book'

  return Object.keys(errors).length > 0 ? { errors } : { fields }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}
