import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compareApps, type CompareOptions, type Comparison } from './compare-apps.ts'

/** What a page of a fixture sends: its body, and other parts of the response. */
export interface FixturePage {
  readonly body?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Sends the response itself. */
  readonly respond?: (request: IncomingMessage, response: ServerResponse) => void
}

export type FixtureApp = (path: string, request: IncomingMessage) => FixturePage | undefined

/** Serves an app on a free port while `use` runs. */
export async function serving<Value>(
  app: FixtureApp,
  use: (url: URL, requests: string[]) => Promise<Value>,
): Promise<Value> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const page = app(request.url!, request) ?? { status: 404, body: 'Not found' }
    if (page.respond) return page.respond(request, response)
    response.statusCode = page.status ?? 200
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(page.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await use(new URL(`http://127.0.0.1:${port}`), requests)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Compares two apps. */
export function compare(
  old: FixtureApp,
  now: FixtureApp,
  options: Partial<CompareOptions> = {},
): Promise<Comparison & { requests: string[] }> {
  return serving(old, (oldUrl, requests) =>
    serving(now, async (newUrl) => ({
      requests,
      ...(await compareApps({
        old: oldUrl,
        new: newUrl,
        limit: 500,
        paths: [],
        ignore: [],
        steps: {},
        isSkipped: () => false,
        patternOf: (path) => path,
        ...options,
      })),
    })),
  )
}

/** A document with a title, and `main` as its body. */
export function html(title: string, main: string, head = ''): FixturePage {
  return {
    body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${main}</body></html>`,
  }
}
