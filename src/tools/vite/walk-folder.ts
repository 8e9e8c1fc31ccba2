import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists everything in a folder and in the folders below it. A link is listed, but a folder behind it is not followed: it may be
 * as large as the disk, or contain the link.
 */
export async function walkFolder(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => walkFolder(join(folder, entry.name)))
  return [...entries, ...(await Promise.all(below)).flat()]
}
