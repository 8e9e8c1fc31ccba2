import type { IncomingMessage, ServerResponse } from 'node:http'
import { normalizePath, type ViteDevServer } from 'vite'
import type { Observer, Router } from '../../fetch-router/index.ts'
import { htmlType } from '../../internal/http.ts'
import { createRequestListener } from '../../node/index.ts'
import { exportsOf, type App } from '../app.ts'
import { explainPath, pageSpelling, withBasename } from '../explain-path.ts'
import { pagesOf, routesOf, type ServedRoute } from '../served-routes.ts'
import { Log, type Entry } from './log.ts'
import { createMcp, isNotInstalled } from './mcp.ts'
import { mayRead } from './may-read.ts'
import { recordEvents } from './record-events.ts'
import type { CandidateLine, RouteLine } from './records.ts'
import { serveTabs } from './serve-tabs.ts'

const missingPackage =
  'The tools for agents need a package (see framework/docs/devtools.md#agents). Run: npm install --save-dev @modelcontextprotocol/server'

/** What the dev server shows of an app: to people in a panel, and to agents. */
export class Panel {
  readonly log: Log
  readonly #app: App
  readonly #server: ViteDevServer
  #router: Router<any> | undefined
  #tools: ReturnType<typeof createMcp> | undefined

  constructor(app: App, server: ViteDevServer) {
    this.#app = app
    this.#server = server
    this.log = new Log(app.root)
    serveTabs(this, server)
    server.watcher.on('all', (_, file) => this.log.edited(normalizePath(file)))
    server.middlewares.use((request, response, next) => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      if (path === `${server.config.base}@framework/panel`) this.#servePage(request, response)
      else if (path === `${server.config.base}@framework/mcp`)
        void this.#serveTools(request, response)
      else next()
    })
  }

  /** Creates the observer of a new handler. */
  observe(current: () => Entry | undefined): Observer {
    return { middleware: true, event: recordEvents(this.log, current) }
  }

  /** Takes the router of a new handler. */
  use(router: Router<any> | undefined): void {
    this.#router = router
    for (const { pattern } of this.#served()) this.log.urls.learn(pattern)
  }

  /** Lists the routes, as `framework routes` does. */
  routes(): RouteLine[] {
    return this.#served().map((route) => this.#toLine(route))
  }

  #served(): ServedRoute[] {
    const { basename } = this.#app.options
    const served = [...pagesOf(this.#app), ...routesOf(this.#router)]
    return served.map((route) => withBasename(route, basename))
  }

  /** Explains which route takes a URL, as `framework routes --explain` does. */
  explain(path: string, method: string): CandidateLine[] {
    if (!path.startsWith('/')) {
      throw new Error(`Cannot explain ${JSON.stringify(path)}. Use a path such as "/books/1".`)
    }
    const routes = this.#served()
    const pages = routes.filter(({ kind }) => kind === 'page')
    const pagePath = pageSpelling(pages, path, this.#app.options)
    return explainPath(routes, path, method.toUpperCase(), pagePath).map((candidate) => ({
      ...candidate,
      route: this.#toLine(candidate.route),
    }))
  }

  /** What is shown of a route. */
  #toLine({ kind, methods, pattern, id, file, contract }: ServedRoute): RouteLine {
    const page = this.#app.routes.find((route) => kind === 'page' && route.id === id)
    const hasContract = page
      ? page.contractAt !== undefined || exportsOf(this.#app, page).has('contract')
      : contract !== undefined
    return { kind, methods, pattern, ...(file && { file }), hasContract }
  }

  /** Says why a client may not read the log. */
  refusal(request: IncomingMessage, isForAgents = false): string | undefined {
    const { allowedHosts } = this.#server.config.server
    const { headers, socket } = request
    // Over HTTPS, Vite speaks HTTP/2, where the host has another name.
    const host = headers.host ?? (headers[':authority'] as string | undefined)
    const reader = { headers: { ...headers, host }, address: socket.remoteAddress }
    return mayRead(reader, { allowedHosts, isForAgents })
  }

  #servePage(request: IncomingMessage, response: ServerResponse): void {
    const why = this.refusal(request)
    if (why !== undefined) return send(response, 403, why)
    if (request.method !== 'GET') return send(response, 405, 'Use GET for the panel.')
    const src = `${this.#server.config.base}@id/__x00__virtual:framework/panel`
    response.setHeader('Content-Type', htmlType)
    response.setHeader(
      'Content-Security-Policy',
      "frame-ancestors 'none'; default-src 'none'; script-src 'self'; connect-src 'self' ws: wss:",
    )
    response.end(
      `<!doctype html><html lang="en" data-framework-panel><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Panel</title><script type="module" src="${src}"></script></head><body></body></html>`,
    )
  }

  async #serveTools(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const why = this.refusal(request, true)
    if (why !== undefined) return send(response, 403, why)
    try {
      const handle = await (this.#tools ??= createMcp(this))
      createRequestListener(handle)(request, response)
    } catch (error) {
      this.#tools = undefined
      if (isNotInstalled(error)) return send(response, 404, missingPackage)
      this.#server.config.logger.warnOnce(`The tools for agents do not work: ${String(error)}`)
      send(
        response,
        500,
        'The tools for agents do not work. The terminal of the dev server says why.',
      )
    }
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(text)
}
