import { json } from 'framework'
import { FormLimitError, parseFormData } from 'framework/form-data-parser'
import { readBookFields, type BookErrors } from './book-fields.ts'
import { createCoverHandler, NOT_AN_IMAGE } from './cover-upload.ts'
import { dataDirectory } from './database.ts'

/** The maximum size of a cover. */
const MAX_COVER_SIZE = 5 * 1024 * 1024

/**
 * Reads the form for a book. The cover is written to the disk while it arrives. For invalid values it returns a
 * `refusal`: a 422 with the typed values.
 */
export async function readBookForm(request: Request) {
  let form: FormData
  try {
    form = await parseFormData(request, {
      maxFiles: 1,
      maxFileSize: MAX_COVER_SIZE,
      uploadHandler: createCoverHandler(dataDirectory),
    })
  } catch (error) {
    if (!(error instanceof FormLimitError)) throw error
    return { refusal: refuse(error.form, { cover: 'Choose a picture of at most 5 MB' }) }
  }

  const cover = form.get('cover')
  const { fields, errors } = readBookFields(form)
  const coverError =
    cover === NOT_AN_IMAGE ? { cover: 'Choose a picture: PNG, JPEG or WebP' } : undefined
  if (errors || coverError) return { refusal: refuse(form, { ...errors, ...coverError }) }

  return { book: fields, cover: typeof cover === 'string' ? cover : null }
}

function refuse(form: FormData, errors: BookErrors) {
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'cover' ? [[name, value]] : [],
    ),
  )
  return json({ errors, values }, 422)
}
