import { isLoadMethod } from '../../internal/http/http.ts'
import { methodNotAllowed, refusal } from '../../internal/guards/refusal.ts'
import { stripBasename } from '../../pages/page-protocol/basename.ts'
import { staticFiles } from '../../middleware/static/index.ts'

/** The options of a static build, which `framework build` writes to `build/static.json`. */
export interface StaticBuild {
  basename: string
  files: 'flat' | 'folder'
}

/**
 * Serves a static build as static hosts do: `/about` is `about.html` or `about/index.html`, and `404.html` is sent for every
 * other URL.
 *
 * @param folder The folder of the files
 */
export function createStaticSite(
  folder: string,
  { basename }: StaticBuild,
): (request: Request) => Promise<Response> {
  const files = staticFiles(folder, {
    precompressed: true,
    hashed: 'assets',
    cacheControl: 'public, max-age=0, must-revalidate',
  })

  return async (request) => {
    const { method, headers } = request
    if (!isLoadMethod(method)) {
      return methodNotAllowed(method, new URL(request.url).pathname, 'GET, HEAD')
    }
    const url = new URL(request.url)
    const path = stripBasename(url.pathname, basename)
    if (path === null) return refusal(404)

    const find = async (path: string, next: () => Promise<Response>): Promise<Response> => {
      const target = new URL(url)
      target.pathname = path
      return files({ method, url: target, headers }, next)
    }
    return find(path, () =>
      path.endsWith('/') ? sendNotFound() : find(`${path}.html`, sendNotFound),
    )

    async function sendNotFound(): Promise<Response> {
      // The conditions of the request are meant for another file, so they are ignored.
      const accepted = headers.get('Accept-Encoding')
      const page = await files(
        {
          method,
          url: new URL('/404.html', url),
          headers: new Headers(accepted === null ? undefined : { 'Accept-Encoding': accepted }),
        },
        async () => refusal(404),
      )
      const found = new Headers(page.headers)
      for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges']) found.delete(name)
      return new Response(page.body, { status: 404, headers: found })
    }
  }
}
