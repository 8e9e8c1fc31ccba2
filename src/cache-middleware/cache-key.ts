import type { RequestContext } from '../fetch-router/index.ts'
import { hrefsOf } from '../fetch-router/shared.ts'
import { readQuietly } from '../internal/anonymous-run.ts'
import { variantOf } from '../internal/inner-request.ts'

/** Longer keys are not looked up, in bytes. */
const maxKey = 2048

/** What a response is stored under, and how to ask for it without a visitor. */
export interface Lookup {
  readonly key: string
  /** The URL to ask for. Middleware before the cache changes it again, as it did for the visitor. */
  readonly url: string
  /** The values of the `vary` headers. */
  readonly headers: Readonly<Record<string, string | null>>
}

/**
 * Creates the key of a request: the URL as it was sent and as middleware has changed it, the variant, and the values of
 * the `vary` headers.
 *
 * @returns `null` if the key would be too long
 */
export function createLookup(context: RequestContext, vary: readonly string[]): Lookup | null {
  const { original, current } = hrefsOf(context)
  const url = withoutHash(original)
  const headers: Record<string, string | null> = {}
  for (const name of vary) headers[name] = readQuietly(context.headers, name)

  const key = `e:${JSON.stringify([url, withoutHash(current), variantOf(context), headers])}`
  // Every character takes at least one byte.
  if (key.length > maxKey || new TextEncoder().encode(key).length > maxKey) return null

  return { key, url, headers }
}

function withoutHash(href: string): string {
  const at = href.indexOf('#')
  return at === -1 ? href : href.slice(0, at)
}
