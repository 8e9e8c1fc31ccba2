import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formData } from 'framework/form-data-middleware'
import { MAX_COVER_SIZE } from '../contracts.server.ts'
import { dataDirectory, type ShopDatabase } from './database.ts'
import { readImageType } from './image-type.ts'

/** Reads the form for a book. A cover that is a little too large is read too, so that the form can be shown again. */
export const bookForm = formData({ maxFiles: 1, maxFileSize: 2 * MAX_COVER_SIZE })

/** Writes an uploaded cover to the disk, and returns the name of the file. */
export async function storeCover(cover: File | undefined): Promise<string | null> {
  if (!cover) return null

  const folder = coversIn(dataDirectory)
  await mkdir(folder, { recursive: true })
  const name = `${randomUUID()}.${await readImageType(cover)}`
  await writeFile(join(folder, name), cover.stream(), { flag: 'wx' })

  return name
}

/**
 * Removes covers that no book has: of processes that were killed before the book was saved, and of books that are gone. A
 * cover that is less than an hour old may belong to a book that another process is saving.
 */
export async function removeStrayCovers(db: ShopDatabase, directory: string): Promise<void> {
  const folder = coversIn(directory)
  const names = await readdir(folder).catch(() => []) // There is no folder before the first upload.
  for (const name of names) {
    const path = join(folder, name)
    const used = await db.get('SELECT 1 AS used FROM books WHERE cover = ?', name)
    if (used || Date.now() - (await stat(path)).mtimeMs < HOUR) continue
    await rm(path, { force: true })
  }
}

const HOUR = 3_600_000

function coversIn(directory: string): string {
  return join(directory, 'uploads', 'covers')
}
