import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizePath } from 'vite'
import { walkFolder } from './walk-folder.ts'

/**
 * Checks that every link in the public folder stays in it. A build copies what a link leads to, such as a file of the server.
 *
 * @throws {Error} If a link leads to another folder
 */
export async function checkPublicFolder(folder: string): Promise<void> {
  if (folder === '') return
  const entries = await walkFolder(folder).catch(() => [])
  if (entries.length === 0) return

  const root = await realpath(folder)
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) continue
    const link = join(entry.parentPath, entry.name)
    const target = await realpath(link).catch(() => undefined)
    if (target === undefined || isInFolder(target, root)) continue
    throw new Error(
      `Cannot copy ${link} for the browser: it is a link to ${target}, which is outside of the public folder. Copy the file there instead.`,
    )
  }
}

/** Whether a path is a folder or is inside of it. Both are real paths. */
export function isInFolder(path: string, folder: string): boolean {
  return path === folder || normalizePath(path).startsWith(`${normalizePath(folder)}/`)
}
