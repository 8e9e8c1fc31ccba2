// What each form of the shop takes. `title`, `description` and `autocomplete` say how a field looks.
import { z } from 'zod'
import { genres } from './book-query.ts'
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
    .string()
    .trim()
    .min(1, message)
    .max(120)
    .meta({ title, ...(autocomplete && { autocomplete }) })
}

/** Returns the schema of a whole number. */
function whole(title: string, message: string, least: number, most: number) {
  return z.int(message).min(least, message).max(most, message).meta({ title })
}

/** Where to go after the login. */
export const Next = z.object({ next: z.string().optional() })

export const Login = z.object({
  email,
  password: password
    .min(1, 'Enter your password')
    .meta({ title: 'Password', format: 'password', autocomplete: 'current-password' }),
})

export const Signup = z.object({
  name,
  email,
  password: password.min(8, 'Use at least eight characters').meta({
    title: 'Password',
    description: 'At least eight characters',
    format: 'password',
    autocomplete: 'new-password',
  }),
})

export const SettingsAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('rename'), name }),
  z.object({ intent: z.literal('token') }),
])

export const Checkout = z.object({
  /** If the form is sent twice, it is still one order. */
  key: z.string().min(1).max(100),
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

export const SaveBook = z.object({
  intent: z.literal('save'),
  title: line('Title', 'Enter a title'),
  author: line('Author', 'Enter an author'),
  genre: z.enum(genres, 'Choose a genre').meta({ title: 'Genre' }),
  year: whole('Year', 'Enter a year such as 2026', 1400, 2100),
  pages: whole('Pages', 'Enter a number of pages', 1, 10_000),
  price: z
    .number('Enter a price such as 18.90')
    .min(0.01, 'Enter a price such as 18.90')
    .max(10_000, 'Enter a price such as 18.90')
    .multipleOf(0.01, 'Enter a price such as 18.90')
    .meta({ title: 'Price in euros' })
    .transform((euros) => Math.round(euros * 100)),
  stock: whole('Copies', 'Enter how many there are', 0, 100_000),
  blurb: z.string().trim().min(1, 'Describe the book').max(2000).meta({ title: 'Blurb' }),
  pick: z.boolean(),
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
