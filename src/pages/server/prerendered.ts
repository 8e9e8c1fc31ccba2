import { IfNoneMatch } from '../../http/headers/index.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import type { PrerenderedFile, PrerenderedPages, ServerBuild } from './build.ts'
import type { PageRequest } from './page-request.ts'
import { createDataResponse } from './write-wire.ts'

/** Caches may store the response, but have to check it each time, because a new build can replace it. */
const storedPolicy = 'public, max-age=0, must-revalidate'

/**
 * Returns the response that the build has stored for a page. Middleware of the app and of the page has run before.
 *
 * @returns `undefined` if there is none, or if the URL has a query: a loader may read it (SP-1, SP-3)
 */
export async function findPrerendered(
  page: PageRequest,
  { pages, read }: PrerenderedPages,
): Promise<Response | undefined> {
  const { build, context, dataRequest, method, waits } = page
  const { pathname, search } = context.urlPath
  if (!isLoadMethod(method) || search !== '' || waits || !Object.hasOwn(pages, pathname)) {
    return undefined
  }
  const stored = pages[pathname]![dataRequest ? 'data' : 'document']
  if (stored === undefined) return undefined

  // The build has made the page without a visitor. So it is the same for everyone, whatever middleware has read before.
  const { facts } = context
  if (facts?.personal !== undefined) facts.personal = undefined
  facts?.finalStep?.sendStored()

  const headers = headersOf(build, stored)
  if (IfNoneMatch.from(context.readHeader('If-None-Match')).matches(headers.get('ETag'))) {
    headers.delete('Content-Type')
    return createLightResponse(304, '', headers, null)
  }
  const content = await read(stored.file)
  // Another build has removed the file while this server still runs.
  if (content === null) return undefined
  if (dataRequest === undefined) return createLightResponse(200, '', headers, content)

  const { ids, fields = [] } = dataRequest
  return createDataResponse(build, 200, headers, pick(content, new Set([...ids, ...fields])))
}

/**
 * Removes nonces from the policies that middleware has added to a stored response. Nothing in it has a nonce, and caches may
 * send the response to every visitor, who would all have the same one.
 */
export function removeNonce(response: Response): Response {
  const named = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'].filter((name) =>
    NONCE.test(response.headers.get(name) ?? ''),
  )
  if (named.length === 0) return response
  return editHeaders(response, (headers) => {
    for (const name of named) {
      headers.set(name, headers.get(name)!.replaceAll(new RegExp(NONCE, 'gi'), ''))
    }
  })
}

const NONCE = /\s'nonce-[^']*'/i

function headersOf({ manifest }: ServerBuild, { file, headers: pairs }: PrerenderedFile): Headers {
  const headers = new Headers(pairs.map(([name, value]): [string, string] => [name, value]))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', storedPolicy)
  // The name of the file is a hash of its content. The tag is weak, because middleware may still change the body. It
  // contains the version, because the same data of another build has another version in its headers.
  if (!headers.has('ETag')) headers.set('ETag', `W/"${file}-${manifest.version}"`)
  return headers
}

/** Returns the entries of the routes that the browser requests. The file has the entries of the whole page. */
function pick(content: Uint8Array, ids: ReadonlySet<string>): string {
  const entries = JSON.parse(new TextDecoder().decode(content)) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(entries).filter(([id]) => ids.has(id))))
}
