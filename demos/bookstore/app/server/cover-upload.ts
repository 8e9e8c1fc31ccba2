import { randomUUID } from 'node:crypto'
import type { ContextWithParams } from 'framework/fetch-router'
import { formData } from 'framework/form-data-middleware'
import { createFileResponse, text } from 'framework/response'
import { MAX_COVER_SIZE } from '../contracts.server.ts'
import type { ShopContext } from './context.ts'
import { Database, type ShopDatabase } from './database.ts'
import { readImageType } from './image-type.ts'

/** Reads the form for a book. A cover that is a little too large is read too, so that the form can be shown again. */
export const bookForm = formData({ maxFiles: 1, maxFileSize: 2 * MAX_COVER_SIZE })

/** Stores an uploaded cover in the database, where every process finds it, and returns its name. */
export async function storeCover(
  db: ShopDatabase,
  cover: File | undefined,
): Promise<string | null> {
  if (!cover) return null

  const name = `${randomUUID()}.${await readImageType(cover)}`
  await db.run(
    'INSERT INTO covers (name, data, stored) VALUES (?, ?, ?)',
    name,
    new Uint8Array(await cover.arrayBuffer()),
    new Date().toISOString(),
  )

  return name
}

/** Sends an uploaded cover. Its name is random, so it never changes. */
export async function showUploadedCover(
  context: ContextWithParams<ShopContext, { name: string }>,
): Promise<Response> {
  const { name } = context.params
  const cover = await findCover(context.get(Database), name)
  if (!cover) return text('There is no such cover', 404)

  return createFileResponse(cover, context.request, {
    cacheControl: 'public, max-age=31536000, immutable',
  })
}

export async function findCover(db: ShopDatabase, name: string): Promise<File | undefined> {
  const row = await db.get<{ data: Uint8Array<ArrayBuffer>; stored: string }>(
    'SELECT data, stored FROM covers WHERE name = ?',
    name,
  )
  if (!row) return undefined

  const extension = name.split('.').at(-1)!
  return new File([row.data], name, {
    type: `image/${extension === 'jpg' ? 'jpeg' : extension}`,
    lastModified: Date.parse(row.stored),
  })
}

/**
 * Removes covers that no book has: of processes that were killed before the book was saved, and of books that are gone. A
 * cover that is less than an hour old may belong to a book that another process is saving.
 */
export async function removeStrayCovers(db: ShopDatabase): Promise<void> {
  await db.run(
    `DELETE FROM covers
     WHERE stored < ? AND NOT EXISTS (SELECT 1 FROM books WHERE cover = covers.name)`,
    new Date(Date.now() - HOUR).toISOString(),
  )
}

const HOUR = 3_600_000
