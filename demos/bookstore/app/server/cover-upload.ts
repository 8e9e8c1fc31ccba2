import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formData } from 'framework/form-data-middleware'
import { MAX_COVER_SIZE } from '../contracts.server.ts'
import { dataDirectory } from './database.ts'
import { readImageType } from './image-type.ts'

/** Reads the form for a book. A cover that is a little too large is read too, so that the form can be shown again. */
export const bookForm = formData({ maxFiles: 1, maxFileSize: 2 * MAX_COVER_SIZE })

/** Writes an uploaded cover to the disk, and returns the name of the file. */
export async function storeCover(cover: File | undefined): Promise<string | null> {
  if (!cover) return null

  const folder = join(dataDirectory, 'uploads', 'covers')
  await mkdir(folder, { recursive: true })
  const name = `${randomUUID()}.${await readImageType(cover)}`
  await writeFile(join(folder, name), cover.stream(), { flag: 'wx' })

  return name
}
