import { afterEach, describe, expect, it } from 'vitest'
import {
  addressOf,
  createContextKey,
  createFetchHandler,
  createRouter,
  provided,
  shutdownOf,
} from '../../router/fetch-router/index.ts'
import { serve, type RunningServer } from './index.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(handler: Parameters<typeof serve>[0]): Promise<RunningServer> {
  const server = await serve(handler, {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
    handleSignals: false,
    graceTime: 2000,
    trustProxy: ['127.0.0.1'],
  })
  running.push(server)
  return server
}

describe('what a context knows of its request on Node', () => {
  it('has the address of the client, whether or not there is a Request yet', async () => {
    const router = createRouter()
    router.get('/early', (context) => new Response(addressOf(context)))
    router.get('/late', (context) => {
      void context.request
      return new Response(addressOf(context))
    })
    const { url } = await start(router)
    const init = { headers: { 'X-Forwarded-For': '203.0.113.9, 2001:DB8::1' } }
    expect(await (await fetch(`${url}/early`, init)).text()).toBe('2001:db8::1')
    expect(await (await fetch(`${url}/late`, init)).text()).toBe('2001:db8::1')
  })

  it('has what provide sets', async () => {
    const Name = createContextKey<string>()
    const router = createRouter({ middleware: [provided(Name)] })
    router.post('/', async (context) => new Response(context.get(Name) + (await context.text())))
    const { url } = await start(
      createFetchHandler(router, { provide: (context) => context.set(Name, 'node ') }),
    )
    expect(await (await fetch(url, { method: 'POST', body: 'body' })).text()).toBe('node body')
  })

  it('has a signal that aborts when the server begins to close, and the response is still sent', async () => {
    const router = createRouter()
    const waiting = Promise.withResolvers<void>()
    router.get('/', async (context) => {
      const shutdown = shutdownOf(context)!
      waiting.resolve()
      await new Promise((resolve) => shutdown.addEventListener('abort', resolve))
      return new Response(String(shutdown.reason))
    })
    const server = await start(router)
    const response = fetch(server.url)
    await waiting.promise
    const closed = server.close()
    expect(await (await response).text()).toBe('AbortError: The server is closing')
    await closed
  })
})
