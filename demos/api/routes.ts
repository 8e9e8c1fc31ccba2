import { resources, route } from 'framework/routes'
import { z } from 'zod'

const line = (message: string) => z.string(message).trim().min(1, message).max(200, message)
const WRONG_YEAR = 'A year is a whole number up to 9999'

/** A book as a client sends it. */
const BookInput = z.object({
  title: line('A title has 1 to 200 characters'),
  author: line('An author has 1 to 200 characters'),
  year: z.int(WRONG_YEAR).min(-9999, WRONG_YEAR).max(9999, WRONG_YEAR),
})

export const routes = route('api', {
  books: resources('books', {
    exclude: ['new', 'edit'],
    contracts: {
      index: { search: z.object({ q: z.string().optional() }) },
      create: { body: BookInput, accepts: ['json'] },
      update: { body: BookInput, accepts: ['json'] },
    },
  }),
})
