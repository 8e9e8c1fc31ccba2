import { createCookie } from 'framework/cookie'
import { cop } from 'framework/cop-middleware'
import { createRouter } from 'framework/fetch-router'
import { createMemorySessionStorage } from 'framework/session'
import { session } from 'framework/session-middleware'

const secret = process.env['SESSION_SECRET']
if (!secret && process.env['NODE_ENV'] === 'production') {
  throw new Error('Set SESSION_SECRET to at least 32 random characters')
}
const cookie = createCookie('__session', {
  secrets: [secret ?? crypto.randomUUID()], // In development, logins end with the process.
  httpOnly: true,
})
export const router = createRouter({
  middleware: [cop(), session(cookie, createMemorySessionStorage())],
})

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
