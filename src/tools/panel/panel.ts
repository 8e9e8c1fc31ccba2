import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import type { Observer } from '../../router/fetch-router/index.ts'
import { htmlType } from '../../internal/http/http.ts'
import { createRequestListener } from '../../edges/node/index.ts'
import type { ErrorDetails, Locate } from './describe-problem.ts'
import { createLocator } from './locate-frame.ts'
import { Log, type Entry } from './log.ts'
import { renderMails, renderPage } from './mail-page.ts'
import { mayRead } from './may-read.ts'
import { recordEvents } from './record-events.ts'
import type { AppRoutes } from './records.ts'
import { serveTabs, type FindDeadLink } from './serve-tabs.ts'
import { createMcp, isNotInstalled } from './tools.ts'

const missingPackage =
  'The tools for agents need a package (see framework/docs/devtools.md#agents). Run: npm install --save-dev @modelcontextprotocol/server'

/** The file that every page loads in development: the browser's half of the panel. */
export const recordFile: string = normalizePath(
  join(import.meta.dirname, `browser/record${extname(import.meta.filename)}`),
)

/** What the dev server shows of an app: to people in a panel, and to agents. */
export class Panel {
  readonly log: Log
  /** The routes of the last handler. */
  app: AppRoutes
  /** Finds the lines of the sources for errors in a browser. */
  readonly locate: Locate
  findDeadLink: FindDeadLink | undefined
  readonly #server: ViteDevServer
  #tools: ReturnType<typeof createMcp> | undefined

  constructor(server: ViteDevServer, app: AppRoutes, readError: (error: unknown) => ErrorDetails) {
    this.#server = server
    this.app = app
    this.log = new Log(normalizePath(server.config.root), readError)
    this.locate = createLocator(server)
    serveTabs(this, server)
    server.watcher.on('all', (_, file) => this.log.edited(normalizePath(file)))
    const { base } = server.config
    server.middlewares.use((request, response, next) => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      const serve = (sources: string, render: () => string | Promise<string>): void =>
        void this.#servePage(request, response, sources, render)
      if (path === `${base}@framework/panel`) {
        serve("script-src 'self'; connect-src 'self' ws: wss:", () => panelPage(base))
      } else if (path === `${base}@framework/mail`) {
        const folder = process.env['MAIL_FOLDER'] ?? 'mail'
        serve("style-src 'unsafe-inline'", () => renderMails(server.config.root, folder))
      } else if (path === `${base}@framework/mcp`) void this.#serveTools(request, response)
      else next()
    })
  }

  /** Creates the observer of a new handler. */
  observe(current: () => Entry | undefined): Observer {
    return { middleware: true, event: recordEvents(this.log, current) }
  }

  /** Takes the routes of a new handler. */
  use(app: AppRoutes): void {
    this.app = app
    for (const { pattern } of app.routes()) this.log.urls.learn(pattern)
  }

  /** Says why a client may not read the log. */
  refusal({ headers, socket }: IncomingMessage, isForAgents = false): string | undefined {
    const { allowedHosts } = this.#server.config.server
    // Over HTTPS, Vite speaks HTTP/2, where the host has another name.
    const host = headers.host ?? (headers[':authority'] as string | undefined)
    const reader = { headers: { ...headers, host }, address: socket.remoteAddress }
    return mayRead(reader, { allowedHosts, isForAgents })
  }

  /** Serves a page to those who may read the log. Mails have links that log in, so they are for the same people. */
  async #servePage(
    request: IncomingMessage,
    response: ServerResponse,
    sources: string,
    render: () => string | Promise<string>,
  ): Promise<void> {
    const why = this.refusal(request)
    if (why !== undefined) return send(response, 403, why)
    if (request.method !== 'GET') return send(response, 405, 'Use GET for this page.')
    try {
      const page = await render()
      const policy = `frame-ancestors 'none'; default-src 'none'; ${sources}`
      response.setHeader('Content-Security-Policy', policy)
      send(response, 200, page, htmlType)
    } catch (error) {
      send(response, 500, `Cannot show this page: ${String(error)}`)
    }
  }

  async #serveTools(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const why = this.refusal(request, true)
    if (why !== undefined) return send(response, 403, why)
    try {
      createRequestListener(await (this.#tools ??= createMcp(this)))(request, response)
    } catch (error) {
      this.#tools = undefined
      if (isNotInstalled(error)) return send(response, 404, missingPackage)
      const message = 'The tools for agents do not work'
      this.#server.config.logger.warnOnce(`${message}: ${String(error)}`)
      send(response, 500, `${message}. The terminal of the dev server says why.`)
    }
  }
}

/** The panel on a page of its own. */
function panelPage(base: string): string {
  const src = `${base}@id/__x00__virtual:framework/panel`
  const script = `<script type="module" src="${src}"></script>`
  return renderPage('Panel', script, '', 'data-framework-panel')
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'Content-Type': type }).end(text)
}
