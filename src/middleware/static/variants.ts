import { AcceptEncoding } from '../../http/headers/index.ts'
import type { DiskEntry, FindEntry } from './find-entry.ts'

/** A compressed file with the same content. */
interface Variant {
  readonly coding: string
  readonly entry: DiskEntry
}

/** The extensions, usually the smallest file first. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['br', '.br'],
  ['zstd', '.zst'],
  ['gzip', '.gz'],
])

/**
 * How far the times of two files may differ, in milliseconds. A build writes files in any order, and many archives keep only
 * whole seconds.
 */
const sameTime = 1000

/**
 * Finds the compressed files beside a file. A compressed file that is older than the file has other content, so it is left
 * out.
 *
 * @param names The path of names to the file
 */
export function findVariants(
  find: FindEntry,
  file: DiskEntry,
  names: readonly string[],
): Variant[] {
  const folder = names.slice(0, -1)
  const variants: Variant[] = []
  for (const [coding, extension] of extensions) {
    const entry = find([...folder, names.at(-1)! + extension])
    if (entry?.stats.isFile() && entry.stats.mtimeMs + sameTime > file.stats.mtimeMs) {
      variants.push({ coding, entry })
    }
  }
  return variants
}

/** Whether a name belongs to a compressed file beside its original. Such a file is only served instead of the original. */
export function isVariant(find: FindEntry, names: readonly string[]): boolean {
  const name = names.at(-1)!
  for (const extension of extensions.values()) {
    if (name.endsWith(extension) && name !== extension) {
      const original = find([...names.slice(0, -1), name.slice(0, -extension.length)])
      return original?.stats.isFile() ?? false
    }
  }
  return false
}

/** Returns the variant that a client prefers, or `undefined` for the file itself. */
export function preferredVariant(
  variants: readonly Variant[],
  acceptEncoding: string | null,
): Variant | undefined {
  const codings = variants.map(({ coding }) => coding)
  const preferred = AcceptEncoding.from(acceptEncoding).getPreferred([...codings, 'identity'])

  return variants.find(({ coding }) => coding === preferred)
}
