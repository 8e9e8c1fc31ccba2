import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileUpload } from 'framework/form-data-parser'
import { genres } from '../book-query.ts'
import type { BookFields } from './books.ts'

/** What is wrong with a book, by the name of its field. */
export type BookErrors = Partial<Record<keyof BookFields | 'cover', string>>

/** Reads the fields of a book from a form. A price may be in euros with a dot: `18.90`. */
export function readBookFields(
  form: FormData,
): { fields: BookFields; errors?: never } | { fields?: never; errors: BookErrors } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? Number.NaN : Number(text(name)))
  const known: readonly string[] = genres
  const fields: BookFields = {
    title: text('title'),
    author: text('author'),
    genre: text('genre'),
    year: number('year'),
    pages: number('pages'),
    price: Math.round(number('price') * 100),
    stock: number('stock'),
    blurb: text('blurb'),
    pick: form.get('pick') === 'yes',
  }

  const errors: BookErrors = {}
  if (fields.title === '' || fields.title.length > 120) errors.title = 'Enter a title'
  if (fields.author === '' || fields.author.length > 120) errors.author = 'Enter an author'
  if (!known.includes(fields.genre)) errors.genre = 'Choose a genre'
  if (!isWhole(fields.year, 1400, 2100)) errors.year = 'Enter a year such as 2026'
  if (!isWhole(fields.pages, 1, 10_000)) errors.pages = 'Enter a number of pages'
  if (!isWhole(fields.price, 1, 1_000_000)) errors.price = 'Enter a price such as 18.90'
  if (!isWhole(fields.stock, 0, 100_000)) errors.stock = 'Enter how many there are'
  if (fields.blurb === '' || fields.blurb.length > 2000) errors.blurb = 'Describe the book'

  return Object.keys(errors).length > 0 ? { errors } : { fields }
}

/** Raster images only: an SVG can hold scripts. The first bytes decide, not what the client says. */
const imageTypes = [
  {
    extension: 'png',
    isType: (head: Buffer) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1A\n',
  },
  { extension: 'jpg', isType: (head: Buffer) => head.toString('latin1', 0, 3) === '\xFF\xD8\xFF' },
  {
    extension: 'webp',
    isType: (head: Buffer) =>
      head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** The value of the field `cover` when the file was no image that we take. */
export const NOT_AN_IMAGE = 'not-an-image'

/** Streams an uploaded cover to the disk; the field becomes the name of its file. */
export function createCoverHandler(directory: string) {
  const folder = join(directory, 'uploads', 'covers')

  return async (file: FileUpload): Promise<string | undefined> => {
    if (file.fieldName !== 'cover' || file.name === '') return

    const chunks = file.stream().values()
    const start = await readStart(chunks, 12)
    const type = imageTypes.find(({ isType }) => isType(start))
    if (!type) return NOT_AN_IMAGE

    await mkdir(folder, { recursive: true })
    const name = `${randomUUID()}.${type.extension}`
    file.onFailure(() => rm(join(folder, name), { force: true }))
    await writeFile(
      join(folder, name),
      (async function* () {
        yield start
        yield* chunks
      })(),
      { flag: 'wx' },
    )

    return name
  }
}

/** The first chunks of a stream, until there are `size` bytes or no more. */
async function readStart(chunks: AsyncIterator<Uint8Array>, size: number): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const { done, value } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }

  return start
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}
