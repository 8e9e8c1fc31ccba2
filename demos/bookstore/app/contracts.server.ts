// What the pages, the forms and the API take, and what the API returns. `title`, `description` and `autocomplete` say how
// a field looks.
import { z } from 'zod'
import { genres, sorts, type BookQuery } from './book-query.ts'
import { readImageType } from './server/image-type.ts'
import { deliveries, type Delivery } from './shipping.ts'

const email = z
  .email('Enter an address such as robin@example.com')
  .max(200)
  .toLowerCase()
  .meta({ title: 'Email', autocomplete: 'email' })

const name = z
  .string()
  .trim()
  .min(1, 'Tell us what to call you')
  .max(80)
  .meta({ title: 'Name', autocomplete: 'name' })

const password = z.string().max(200, 'Use at most 200 characters')

/** Returns the schema of a text in one line. */
function line(title: string, message: string, autocomplete?: string) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(120)
    .meta({ title, ...(autocomplete && { autocomplete }) })
}

/** Returns the schema of a whole number. */
function whole(title: string, message: string, least: number, most: number) {
  return z.int(message).min(least, message).max(most, message).meta({ title })
}

/** The query of the catalogue. */
export const BookSearch = z
  .object({
    q: z.string().trim().max(100).default(''),
    genre: z.array(z.enum(genres)).default([]),
    sort: z.enum(Object.keys(sorts) as BookQuery['sort'][]).default('title'),
    stock: z.literal('yes').optional(),
    page: z.int().min(1).default(1),
  })
  .transform(({ q, genre, sort, stock, page }): BookQuery => {
    return { search: q, genres: genre, sort, inStock: stock === 'yes', page }
  })

/** Where to go after the login, and whether to log in again: a user who is logged in wants to change how. */
export const Next = z.object({ next: z.string().optional(), again: z.literal('yes').optional() })

/** What a browser sends after it has created or used a passkey. */
export const PasskeyResponse = z.looseObject({
  id: z.string().max(2000),
  response: z.looseObject({}),
})

export const Login = z.object({
  email,
  password: password
    .min(1, 'Enter your password')
    .meta({ title: 'Password', format: 'password', autocomplete: 'current-password' }),
})

const newPassword = password.min(8, 'Use at least eight characters').meta({
  title: 'New password',
  description: 'At least eight characters',
  format: 'password',
  autocomplete: 'new-password',
})

/** Asks for a mail with a link. */
export const AskForLink = z.object({ email })

/** The query of a link in a mail. */
export const MailedLink = z.object({
  token: z.string().max(100).default(''),
  next: z.string().optional(),
})

/** Creates an account. The address is that of the link. */
export const NewAccount = z.object({ name, password: newPassword.meta({ title: 'Password' }) })

export const NewPassword = z.object({
  password: newPassword,
  /** The ids of the passkeys that the owner does not know. */
  remove: z.array(z.string().max(2000)).default([]),
})

export const SettingsAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rename'), name }),
  z.object({ intent: z.literal('end'), login: z.string() }),
  z.object({ intent: z.literal('end-others') }),
])

export const SecurityAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('password'), password: newPassword }),
  z.object({ intent: z.literal('email'), email: email.meta({ title: 'New address' }) }),
  z.object({ intent: z.literal('remove-password') }),
  z.object({ intent: z.literal('remove-passkey'), id: z.string().max(2000) }),
  z.object({ intent: z.literal('remove-provider'), id: z.string().max(2000) }),
  z.object({ intent: z.literal('token') }),
])

export const Checkout = z.object({
  email,
  name: line('Name', 'Enter the name on the parcel', 'name'),
  street: line('Street and number', 'Enter a street and number', 'street-address'),
  postcode: z
    .string()
    .trim()
    .regex(/^[\p{L}\d][\p{L}\d \-]{2,9}$/v, 'Enter a postcode of three to ten characters')
    .meta({ title: 'Postcode', autocomplete: 'postal-code' }),
  city: line('Town', 'Enter a town or city', 'address-level2'),
  delivery: z.enum(Object.keys(deliveries) as Delivery[]).default('post'),
  terms: z.literal(true, 'Please confirm that this is a demo'),
})

export const ReviewAction = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('save'),
    rating: z.literal([1, 2, 3, 4, 5], 'Choose one to five stars'),
    text: z
      .string()
      .trim()
      .min(10, 'Write at least ten characters')
      .max(1000, 'Write at most 1,000 characters')
      .meta({ title: 'Your words' }),
    live: z.string().optional(),
  }),
  z.object({ intent: z.literal('delete'), live: z.string().optional() }),
])

/** The maximum size of a cover. */
export const MAX_COVER_SIZE = 5 * 1024 * 1024

/** What an admin writes about a book. The API takes the price in cents, and the form in euros. */
const bookFields = {
  title: line('Title', 'Enter a title'),
  author: line('Author', 'Enter an author'),
  genre: z.enum(genres, 'Choose a genre').meta({ title: 'Genre' }),
  year: whole('Year', 'Enter a year such as 2026', 1400, 2100),
  pages: whole('Pages', 'Enter a number of pages', 1, 10_000),
  price: whole('Price in cents', 'Enter a price in cents, such as 1890', 1, 1_000_000),
  stock: whole('Copies', 'Enter how many there are', 0, 100_000),
  blurb: z.string().trim().min(1, 'Describe the book').max(2000).meta({ title: 'Blurb' }),
  pick: z.boolean(),
}

/** What somebody besides the author has done for a book. */
export const contributorRoles = ['Translator', 'Illustrator', 'Editor'] as const

export const SaveBook = z.object({
  intent: z.literal('save'),
  ...bookFields,
  contributors: z
    .array(
      z.object({
        name: line('Name', 'Enter a name'),
        role: z.enum(contributorRoles, 'Choose a role').meta({ title: 'Role' }),
      }),
    )
    .max(10, 'Name at most ten people')
    .default([]),
  price: z
    .number('Enter a price such as 18.90')
    .min(0.01, 'Enter a price such as 18.90')
    .max(10_000, 'Enter a price such as 18.90')
    .multipleOf(0.01, 'Enter a price such as 18.90')
    .meta({ title: 'Price in euros' })
    .transform((euros) => Math.round(euros * 100)),
  cover: z
    .file()
    .mime(['image/png', 'image/jpeg', 'image/webp'], 'Choose a picture: PNG, JPEG or WebP')
    .max(MAX_COVER_SIZE, 'Choose a picture of at most 5 MB')
    .refine(async (file) => (await readImageType(file)) !== undefined, {
      error: 'Choose a picture: PNG, JPEG or WebP',
    })
    .meta({ title: 'Cover', description: 'PNG, JPEG or WebP, up to 5 MB. Without one we draw it.' })
    .optional(),
})

export const BookAction = z.discriminatedUnion('intent', [
  SaveBook,
  z.object({ intent: z.literal('delete') }),
])

/** What every visitor may know about a book. */
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

/** A book as an admin sends it to the API. */
const BookInput = z
  .object({ ...bookFields, pick: bookFields.pick.default(false) })
  .meta({ id: 'BookInput' })

const ApiError = z.object({ error: z.string() }).meta({ id: 'ApiError' })
const refused = { 401: ApiError, 403: ApiError }

/** The contracts of `/api/books`, by the names of `resources()`. */
export const bookContracts = {
  index: {
    search: BookSearch,
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
