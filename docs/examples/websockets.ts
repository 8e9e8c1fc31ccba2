import http from 'node:http'
import crossws from 'crossws/adapters/node'
import { createRequestListener } from 'framework/node'

type Handler = (request: Request) => Promise<Response>

/** Serves what the handler serves, and a chat at `/chat`. */
export function createChatServer(handler: Handler): http.Server {
  const server = http.createServer(createRequestListener(handler))
  const sockets = crossws({
    hooks: {
      async upgrade(request) {
        if (new URL(request.url).pathname !== '/chat') return new Response(null, { status: 404 })
        const response = await askRoute(handler, request)
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

/** Sends the handler a request for the same URL, without the headers of the upgrade. */
function askRoute(handler: Handler, { headers, url }: Request): Promise<Response> {
  const { pathname, search } = new URL(url)
  const asked = new Headers()
  for (const name of ['cookie', 'origin']) {
    const value = headers.get(name)
    if (value !== null) asked.set(name, value)
  }
  const request = new Request(`http://${headers.get('host')}${pathname}${search}`, {
    headers: asked,
  })
  return handler(request)
}
