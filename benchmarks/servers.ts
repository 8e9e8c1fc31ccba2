// The same small server with each framework. `node servers.ts <name> [folder]` starts one and reports its port.
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { tellPort } from './server-process.ts'

/** Starts a server on a free port, and returns the port. It serves `folder` if given, otherwise four routes. */
type StartServer = () => Promise<number>

const plainText = 'text/plain; charset=utf-8'
const binary = 'application/octet-stream'
const host = '127.0.0.1'

export const servers: Readonly<Record<string, StartServer>> = {
  'node:http': () =>
    listen(async (request, response) => {
      const [path, query] = request.url!.split('?')
      if (path === '/text') {
        response.writeHead(200, { 'Content-Type': plainText })
        response.end('Hello, World!')
      } else if (path === '/echo' && request.method === 'POST') {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const data: unknown = JSON.parse(Buffer.concat(chunks).toString())
          response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
          response.end(JSON.stringify(data))
        })
      } else if (path === '/page') {
        const name = new URLSearchParams(query).get('name')
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        response.end(renderPage(name, readCookie(request.headers.cookie, 'session')))
      } else if (path === '/stream') {
        response.writeHead(200, { 'Content-Type': binary })
        nodeStream().pipe(response)
      } else {
        response.writeHead(404).end()
      }
    }),

  async framework() {
    const { createRouter } = await import('framework/fetch-router')
    const { Cookie } = await import('framework/headers')
    const { serve } = await import('framework/node')
    const { createHtmlResponse, json, text } = await import('framework/response')
    const router = createRouter()
    router.get('/text', () => text('Hello, World!'))
    router.post('/echo', async (context) => json(await context.json()))
    router.get('/page', ({ headers, url }) =>
      createHtmlResponse(
        renderPage(url.searchParams.get('name'), Cookie.from(headers.get('Cookie')).get('session')),
      ),
    )
    router.get('/stream', () => new Response(webStream(), { headers: { 'Content-Type': binary } }))
    return (await serve(router, { port: 0, host, quiet: true })).port
  },

  async 'framework, new Response'() {
    const { createRouter } = await import('framework/fetch-router')
    const { Cookie } = await import('framework/headers')
    const { serve } = await import('framework/node')
    const router = createRouter()
    router.get('/text', () => new Response('Hello, World!'))
    router.post('/echo', async (context) => Response.json(await context.json()))
    router.get('/page', ({ headers, url }) => {
      const session = Cookie.from(headers.get('Cookie')).get('session')
      return new Response(renderPage(url.searchParams.get('name'), session), {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    })
    router.get('/stream', () => new Response(webStream(), { headers: { 'Content-Type': binary } }))
    return (await serve(router, { port: 0, host, quiet: true })).port
  },

  async hono() {
    const { Hono } = await import('hono')
    const { getCookie } = await import('hono/cookie')
    const { serve } = await import('@hono/node-server')
    const app = new Hono()
    app.get('/text', (c) => c.text('Hello, World!'))
    app.post('/echo', async (c) => c.json(await c.req.json()))
    app.get('/page', (c) =>
      c.html(renderPage(c.req.query('name') ?? null, getCookie(c, 'session') ?? null)),
    )
    app.get('/stream', (c) => c.body(webStream(), 200, { 'Content-Type': binary }))
    return await new Promise((resolve) => {
      serve({ fetch: app.fetch, port: 0, hostname: host }, ({ port }) => resolve(port))
    })
  },

  async 'h3 + srvx'() {
    const { getCookie, getQuery, H3, html, raw, readBody, serve } = await import('h3')
    const app = new H3()
    app.get('/text', (event) => {
      event.res.headers.set('Content-Type', plainText)
      return 'Hello, World!'
    })
    app.post('/echo', (event) => readBody(event))
    app.get('/page', (event) =>
      html(
        raw(
          renderPage(
            getQuery<{ name: string }>(event).name ?? null,
            getCookie(event, 'session') ?? null,
          ),
        ),
      ),
    )
    app.get('/stream', (event) => {
      event.res.headers.set('Content-Type', binary)
      return webStream()
    })
    const server = serve(app, { port: 0, hostname: host, silent: true })
    await server.ready()
    return Number(new URL(server.url!).port)
  },

  async fastify() {
    const { default: createFastify } = await import('fastify')
    const app = createFastify()
    app.get('/text', (_, reply) => reply.type(plainText).send('Hello, World!'))
    app.post('/echo', async (request) => request.body)
    app.get<{ Querystring: { name?: string } }>('/page', (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .send(
          renderPage(request.query.name ?? null, readCookie(request.headers.cookie, 'session')),
        ),
    )
    app.get('/stream', (_, reply) => reply.type(binary).send(nodeStream()))
    return Number(new URL(await app.listen({ port: 0, host })).port)
  },

  async express() {
    const { default: express } = await import('express')
    const app = express()
    app.get('/text', (_, response) => {
      response.type(plainText).send('Hello, World!')
    })
    app.post('/echo', express.json(), (request, response) => {
      response.json(request.body)
    })
    app.get('/page', (request, response) => {
      const session = readCookie(request.headers.cookie, 'session')
      response.type('html').send(renderPage((request.query['name'] as string) ?? null, session))
    })
    app.get('/stream', (_, response) => {
      nodeStream().pipe(response.type(binary))
    })
    return await listen(app)
  },

  async '@remix-run/fetch-router'() {
    const { createRouter } = await import('@remix-run/fetch-router')
    const { createRequestListener } = await import('@remix-run/node-fetch-server')
    const router = createRouter()
    router.get('/text', () => new Response('Hello, World!'))
    router.post('/echo', async ({ request }) => Response.json(await request.json()))
    router.get('/page', ({ request, url }) => {
      const session = readCookie(request.headers.get('Cookie') ?? undefined, 'session')
      return new Response(renderPage(url.searchParams.get('name'), session), {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    })
    router.get('/stream', () => new Response(webStream(), { headers: { 'Content-Type': binary } }))
    return await listen(createRequestListener((request) => router.fetch(request)))
  },
}

/** Servers for the files in `folder`. */
export const fileServers: Readonly<Record<string, (folder: string) => Promise<number>>> = {
  'node:http': (folder) =>
    listen((request, response) => {
      const path = join(folder, request.url!)
      response.writeHead(200, {
        'Content-Type': path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
        'Content-Length': statSync(path).size,
      })
      createReadStream(path).pipe(response)
    }),

  async framework(folder) {
    const { createRouter } = await import('framework/fetch-router')
    const { serve } = await import('framework/node')
    const { staticFiles } = await import('framework/static-middleware')
    const router = createRouter({ middleware: [staticFiles(folder)] })
    return (await serve(router, { port: 0, host, quiet: true })).port
  },

  async sirv(folder) {
    const { default: sirv } = await import('sirv')
    return await listen(sirv(folder, { etag: true }))
  },

  async 'sirv, dev: true'(folder) {
    const { default: sirv } = await import('sirv')
    return await listen(sirv(folder, { etag: true, dev: true }))
  },

  async '@fastify/static'(folder) {
    const { default: createFastify } = await import('fastify')
    const { default: fastifyStatic } = await import('@fastify/static')
    const app = createFastify()
    await app.register(fastifyStatic, { root: folder })
    return Number(new URL(await app.listen({ port: 0, host })).port)
  },

  async 'express.static'(folder) {
    const { default: express } = await import('express')
    const app = express()
    app.use(express.static(folder))
    return await listen(app)
  },

  async 'hono serveStatic'(folder) {
    const { Hono } = await import('hono')
    const { serve } = await import('@hono/node-server')
    const { serveStatic } = await import('@hono/node-server/serve-static')
    const app = new Hono()
    app.use('/*', serveStatic({ root: folder }))
    return await new Promise((resolve) => {
      serve({ fetch: app.fetch, port: 0, hostname: host }, ({ port }) => resolve(port))
    })
  },
}

function listen(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener)
  return new Promise((resolve) => {
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function readCookie(header: string | undefined, wanted: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === wanted) return value
  }
  return null
}

const pieces = Array.from({ length: 12 }, (_, i) => i + 1)

/** A page of 2 KB. */
function renderPage(name: string | null, session: string | null): string {
  const items = pieces.map(
    (i) =>
      `<li class="book"><a href="/books/${i}">Book number ${i}</a> <span>by an author with a name, ${i}.99 €</span></li>`,
  )
  return `<!DOCTYPE html><html lang="en"><head><title>Books for ${name}</title></head><body><h1>Hello, ${name}</h1><p>Session ${session}</p><ul>${items.join('')}</ul>${'<p>Something to read.</p>'.repeat(24)}</body></html>`
}

const chunk = Buffer.alloc(64 * 1024, 'stream ')

function webStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = 16
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
      if (--left === 0) controller.close()
    },
  })
}

function nodeStream(): Readable {
  let left = 16
  return new Readable({
    read() {
      this.push(left-- > 0 ? chunk : null)
    },
  })
}

if (import.meta.main) {
  const [name, folder] = process.argv.slice(2) as [string, string | undefined]
  const port = folder === undefined ? await servers[name]!() : await fileServers[name]!(folder)
  tellPort(port)
}
