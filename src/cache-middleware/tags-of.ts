import type { RequestContext } from '../fetch-router/index.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { Writes } from '../tags/index.ts'
import { checkTags } from '../tags/shared.ts'

/**
 * The tags of a response: what the loaders of a page have read, and what its `Cache-Tag` header names, percent-encoded and
 * with commas between.
 *
 * @throws {TypeError} If a tag is invalid, or if there are more than 64
 * @throws {URIError} If a tag is not percent-encoded
 */
export function readTags(context: RequestContext, response: Response): readonly string[] {
  const header = response.headers.get('Cache-Tag') ?? ''
  const names = header.split(',').map((name) => name.trim())
  const named = names.filter((name) => name !== '').map(decodeURIComponent)

  return checkTags('Cache-Tag', Array.from(new Set([...(runOf(context)?.tags ?? []), ...named])))
}

/** The tags that a request has written. */
export function writtenTags(context: RequestContext): readonly string[] {
  return Array.from(context.get(Writes)?.tags ?? [])
}
