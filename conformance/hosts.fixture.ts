import { provide } from '../docs/examples/hosts/provide.ts'
import {
  addressOf,
  after,
  createFetchHandler,
  createRouter,
} from '../src/router/fetch-router/index.ts'
import { json } from '../src/http/response/index.ts'

/** What happened in the app of the test: work after responses, and clients that left. */
export const happened: string[] = []

const router = createRouter()
router.get('/seen', (context) =>
  json({
    url: context.request.url,
    cookie: context.headers.get('Cookie'),
    address: addressOf(context),
  }),
)
router.get('/cookies', () => {
  const headers = new Headers([
    ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
    ['Set-Cookie', 'b=2; Path=/'],
  ])
  return new Response('two cookies', { headers })
})
router.post('/echo', async (context) => new Response(await context.bytes()))
router.get('/after', (context) => {
  after(context, async () => {
    await Promise.resolve()
    happened.push('work')
  })
  return new Response('done')
})
router.get('/wait', async (context) => {
  const { signal } = context.request
  happened.push('waits')
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  happened.push('left')
  return new Response()
})

/** The handler of a build, as `build/server/index.js` exports it. */
export default createFetchHandler(router, { provide })
