import { createFetchHandler, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { createIncomingHandler } from '../../router/fetch-router/shared.ts'
import { pass, takesIncoming } from '../../internal/exchange/incoming.ts'
import type { staticFiles } from './static-files.ts'

/**
 * Sends a file if there is one for the path. Otherwise passes the request to the app. For pages, no `Request` object is
 * created.
 *
 * @param files The middleware that serves the files
 * @param base Vite's `base`: the prefix of the files in URLs
 * @param handler The handler of the app
 */
export function filesFirst(
  files: ReturnType<typeof staticFiles>,
  base: string,
  handler: FetchHandlerSource,
): (request: Request) => Promise<Response> {
  const prefix = new URL(base, 'http://localhost').pathname
  const app = takesIncoming(handler) ? handler : createFetchHandler(handler)

  return createIncomingHandler(async (incoming) => {
    const url = new URL(incoming.url)
    if (!url.pathname.startsWith(prefix)) return pass(app, incoming)
    if (prefix !== '/') url.pathname = url.pathname.slice(prefix.length - 1)

    // The headers are created on demand, because they are not read if there is no file.
    let headers: Headers | undefined
    const request = {
      method: incoming.method,
      url,
      get headers() {
        return (headers ??= incoming.copyHeaders())
      },
    }
    return files(request, async () => pass(app, incoming))
  })
}
