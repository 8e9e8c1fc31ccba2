import http from 'node:http'
import crossws from 'crossws/adapters/node'
import { createRouter, type Router } from 'framework/fetch-router'
import { createCookie } from 'framework/cookie'
import { createRequestListener } from 'framework/node'
import { createMemorySessionStorage } from 'framework/session'
import { session } from 'framework/session-middleware'

const secret = process.env['SESSION_SECRET'] ?? 'only for development'
const cookie = createCookie('__session', { secrets: [secret], httpOnly: true })
const router = createRouter({ middleware: [session(cookie, createMemorySessionStorage())] })

router.post('/login', async (context) => {
  context.session.regenerateId()
  context.session.set('user', String((await context.request.formData()).get('name')))
  return new Response(null, { status: 204 })
})

// Decides who may open a socket. A route, so that all middleware of the router runs first.
router.get('/chat', ({ headers, session, url }) => {
  // Any site can open a socket to this server, and the browser sends the cookies.
  if (URL.parse(headers.get('Origin') ?? '')?.host !== url.host) {
    return new Response('Forbidden', { status: 403 })
  }
  const user = session.get('user')
  return typeof user === 'string'
    ? Response.json({ user })
    : new Response('Log in first', { status: 401 })
})

/** Serves the router, and a chat at `/chat`. */
export function createChatServer(): http.Server {
  const server = http.createServer(createRequestListener(router))
  const sockets = crossws({
    hooks: {
      async upgrade(request) {
        if (new URL(request.url).pathname !== '/chat') return new Response(null, { status: 404 })
        const response = await askRouter(router, request)
        if (!response.ok) return response
        return { context: (await response.json()) as { user: string } }
      },
      open: (peer) => peer.subscribe('chat'),
      message(peer, message) {
        peer.publish('chat', `${String(peer.context['user'])}: ${message.text()}`)
      },
    },
    serverOptions: { maxPayload: 64 * 1024 },
  })
  server.on('upgrade', (request, socket, head) => {
    void sockets.handleUpgrade(request, socket, head)
  })
  server.on('close', () => sockets.closeAll(1001))
  return server
}

/** Sends the router a request for the same URL, without the headers of the upgrade. */
function askRouter(router: Router, { headers, url }: Request): Promise<Response> {
  const { pathname, search } = new URL(url)
  const asked = new Headers()
  for (const name of ['cookie', 'origin']) {
    const value = headers.get(name)
    if (value !== null) asked.set(name, value)
  }
  return router.fetch(`http://${headers.get('host')}${pathname}${search}`, { headers: asked })
}
