// What the API takes and returns. Forms have other contracts: there, a price is in euros.
import { z } from 'zod'
import { genres, sorts, type BookQuery } from './book-query.ts'

const line = (message: string) => z.string(message).trim().min(1, message).max(120, message)
const whole = (message: string, least: number, most: number) =>
  z.int(message).min(least, message).max(most, message)

/** What everybody may know about a book. */
const Book = z
  .object({
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    genre: z.string(),
    year: z.int(),
    pages: z.int(),
    price: z.int().meta({ description: 'In cents' }),
    stock: z.int(),
    blurb: z.string(),
    pick: z.boolean().meta({ description: 'Whether the shop recommends it' }),
    cover: z.string().meta({ description: 'The URL of its cover' }),
    rating: z.number().meta({ description: 'The average of its reviews, or 0' }),
    reviewCount: z.int(),
    url: z.string().meta({ description: 'Its page' }),
  })
  .meta({ id: 'Book' })

/** A book as an admin sends it. */
const BookInput = z
  .object({
    title: line('Enter a title'),
    author: line('Enter an author'),
    genre: z.enum(genres, 'Choose a genre'),
    year: whole('Enter a year such as 2026', 1400, 2100),
    pages: whole('Enter a number of pages', 1, 10_000),
    price: whole('Enter a price in cents, such as 1890', 1, 1_000_000),
    stock: whole('Enter how many there are', 0, 100_000),
    blurb: z.string().trim().min(1, 'Describe the book').max(2000, 'Describe the book'),
    pick: z.boolean().default(false),
  })
  .meta({ id: 'BookInput' })

const ApiError = z.object({ error: z.string() }).meta({ id: 'ApiError' })
const refused = { 401: ApiError, 403: ApiError }

/** The contracts of `/api/books`, by the names of `resources()`. */
export const bookContracts = {
  index: {
    search: z.object({
      q: z.string().trim().max(100).default(''),
      genre: z.array(z.enum(genres)).default([]),
      sort: z.enum(Object.keys(sorts) as BookQuery['sort'][]).default('title'),
      stock: z.literal('yes').optional(),
      page: z.int().min(1).default(1),
    }),
    returns: z.object({
      books: z.array(Book),
      total: z.int(),
      page: z.int(),
      pageCount: z.int(),
    }),
    describe: { summary: 'Find books' },
  },
  show: { returns: { 200: Book, 404: ApiError }, describe: { summary: 'One book' } },
  create: {
    body: BookInput,
    accepts: ['json'],
    returns: { 201: Book, ...refused },
    describe: { summary: 'Add a book, as an admin' },
  },
  update: {
    body: BookInput,
    accepts: ['json'],
    returns: { 200: Book, 404: ApiError, ...refused },
    describe: { summary: 'Change a book, as an admin' },
  },
  destroy: {
    returns: { 204: z.undefined(), 404: ApiError, ...refused },
    describe: { summary: 'Remove a book, as an admin' },
  },
} as const
