import { isBun, isDeno, isNode } from '../process/runtime.ts'

/**
 * Whether `fetch()` of this runtime has decoded a body with this `Content-Encoding`. It leaves the header as it was. If it
 * does not know one coding of a list, it decodes none.
 *
 * @param accepted The `Accept-Encoding` that the app has sent, if it has
 */
export function isDecodedByFetch(encoding: string, accepted?: string): boolean {
  // Deno decodes only what it has asked for itself.
  if (isDeno && accepted !== undefined) return false
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase())

  return (isNode || codings.length === 1) && codings.every((coding) => known.has(coding))
}

const known: ReadonlySet<string> = new Set(codingsOfRuntime())

function codingsOfRuntime(): string[] {
  if (isBun) return ['gzip', 'x-gzip', 'deflate', 'br', 'zstd']
  // Deno and workerd.
  if (!isNode) return ['gzip', 'br']

  const [major = 0, minor = 0] = (process.versions['undici'] ?? '').split('.').map(Number)
  const knowsZstd = major > 7 || (major === 7 && minor >= 11) // Node 22 has undici 6.
  return ['gzip', 'x-gzip', 'deflate', 'br', ...(knowsZstd ? ['zstd'] : [])]
}
