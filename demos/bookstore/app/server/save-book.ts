import { json } from 'framework'
import { parseFormData } from 'framework/form-data-parser'
import { createCoverHandler, NOT_AN_IMAGE, readBookFields } from './book-form.ts'
import type { BookFields } from './books.ts'
import { dataDirectory } from './database.ts'

/** The largest cover that is taken. */
const MAX_COVER_SIZE = 5 * 1024 * 1024

/**
 * Reads the form for a book; the cover goes straight to the disk while it arrives.
 *
 * @throws A 422 is returned as `refusal`, with the values as they were typed
 */
export async function readBookForm(request: Request) {
  const form = await parseFormData(request, {
    maxFiles: 1,
    maxFileSize: MAX_COVER_SIZE,
    uploadHandler: createCoverHandler(dataDirectory),
  })
  const cover = form.get('cover')
  const { fields, errors } = readBookFields(form)
  const coverError =
    cover === NOT_AN_IMAGE ? { cover: 'Choose a picture: PNG, JPEG or WebP' } : undefined
  if (errors || coverError) {
    const values = Object.fromEntries(
      [...form].flatMap(([name, value]) =>
        typeof value === 'string' && name !== 'cover' ? [[name, value]] : [],
      ),
    )
    return { refusal: json({ errors: { ...errors, ...coverError }, values }, 422) }
  }

  return { book: fields satisfies BookFields, cover: typeof cover === 'string' ? cover : null }
}
