import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

/** What the works of the app have written. */
const log = ((globalThis as { fixtureLog?: string[] }).fixtureLog = [] as string[])

const jobs = (name: string, work = "await repeat(1, () => say('job'))") => `
  const say = (line) => globalThis.fixtureLog.push('${name} ' + line)
  export async function work({ signal, repeat, closed, url }) {
    say('begins')
    ${work}
    await closed
    say('ends')
  }
`

const files = {
  'app/jobs.server.ts': jobs('first'),
  'app/router.ts': `
    import { createRouter } from 'framework/fetch-router'
    import { work } from './jobs.server'
    export const start = (args) => work(args)
    export default function createApp(pages) {
      const router = createRouter()
      router.map('/*', pages)
      return router
    }
  `,
  'app/routes/_index.tsx': 'export default () => <h1>Home</h1>',
}

describe('start of app/router.ts in framework dev', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let lines: string[]

  const listen = async (): Promise<string> => {
    const logger = createLogger('silent')
    for (const name of ['info', 'warn', 'error'] as const) {
      logger[name] = (text) => void lines.push(text)
    }
    server = await createServer({ ...app.config(), customLogger: logger, server: { port: 0 } })
    await server.listen()
    return `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  }
  const has = (line: string): Promise<void> => eventually(() => expect(log).toContain(line))
  const lifeOf = (): string[] => log.filter((line) => !line.endsWith('job'))

  beforeAll(async () => {
    app = await createFixtureApp(files)
  })
  beforeEach(async () => {
    log.length = 0
    lines = []
    await app.write('app/jobs.server.ts', files['app/jobs.server.ts'])
  })
  afterEach(() => server.close())
  afterAll(() => app.remove())

  it('begins when the server listens, without a request, and ends before the server is closed', async () => {
    await listen()
    await has('first job')
    await server.close()
    expect(lifeOf()).toEqual(['first begins', 'first ends'])
  })

  it('begins again when a module of the router has changed, after the old one has ended', async () => {
    await listen()
    await has('first job')
    await app.write('app/jobs.server.ts', jobs('second'))
    await has('second job')
    expect(lifeOf()).toEqual(['first begins', 'first ends', 'second begins'])
    expect(lines.filter((line) => line.startsWith('start of'))).toEqual([
      'start of app/router.ts has begun.',
      'start of app/router.ts has ended.',
      'start of app/router.ts has begun.',
    ])
  })

  it('is never there twice, however fast the module changes', async () => {
    await listen()
    await has('first job')
    for (const name of ['a', 'b', 'c', 'd', 'last']) {
      await app.write('app/jobs.server.ts', jobs(name))
    }
    await has('last job')
    const life = lifeOf()
    for (let at = 0; at + 1 < life.length; at += 2) {
      expect(life[at + 1]).toBe(life[at]!.replace('begins', 'ends'))
    }
    expect(life.at(-1)).toBe('last begins')
  })

  it('goes on when a page changes', async () => {
    const origin = await listen()
    await has('first job')
    expect(await (await fetch(origin)).text()).toContain('<h1>Home</h1>')
    await app.write('app/routes/_index.tsx', 'export default () => <h1>Changed</h1>')
    await eventually(async () =>
      expect(await (await fetch(origin)).text()).toContain('<h1>Changed</h1>'),
    )
    await app.write('app/routes/about.tsx', 'export default () => <h1>About</h1>')
    await eventually(async () =>
      expect(await (await fetch(`${origin}/about`)).text()).toContain('<h1>About</h1>'),
    )
    expect(lifeOf()).toEqual(['first begins'])
  })

  it('ends before the next server begins it, if the server restarts', async () => {
    await listen()
    await has('first job')
    await app.write('app/jobs.server.ts', jobs('second'))
    await has('second job')
    await server.restart()
    await eventually(() => expect(lifeOf()).toHaveLength(5))
    expect(lifeOf()).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'second begins',
    ])
  })

  it('is replaced after 2 s if it ignores its signal, which is said', async () => {
    await app.write('app/jobs.server.ts', jobs('deaf', 'await new Promise(() => {})'))
    await listen()
    await has('deaf begins')
    await app.write('app/jobs.server.ts', jobs('second'))
    await has('second begins')
    expect(lines).toContainEqual(
      expect.stringContaining('start of app/router.ts has not ended 2 s after its signal.'),
    )
  })

  it('shows an error in the terminal and the panel, and pages go on', async () => {
    await app.write('app/jobs.server.ts', jobs('broken', "throw new Error('the queue is gone')"))
    const origin = await listen()
    await eventually(() =>
      expect(lines).toContainEqual(expect.stringContaining('the queue is gone')),
    )
    expect((await fetch(origin)).status).toBe(200)
    const panel = await openPanel(origin, server.config.webSocketToken)
    await eventually(() => {
      const [change] = panel.messages.filter(({ type }) => type === 'records')
      expect(change?.changes?.problems).toMatchObject([
        { where: 'start', message: expect.stringContaining('the queue is gone') },
      ])
    })
    panel.close()
    // It is repaired.
    await app.write('app/jobs.server.ts', jobs('second'))
    await has('second job')
  })

  it('is not called by another server, which uses Vite as its middleware', async () => {
    server = await createServer({ ...app.config(), server: { middlewareMode: true, ws: false } })
    const own = createHttpServer(server.middlewares).listen(0)
    await once(own, 'listening')
    const response = await fetch(`http://localhost:${(own.address() as AddressInfo).port}`)
    expect(response.status).toBe(200)
    own.close()
    expect(log).toEqual([])
  })
})

interface PanelMessage {
  readonly type: string
  readonly changes?: { readonly problems: readonly object[] }
}

/** Opens the panel as a page does. */
async function openPanel(origin: string, token: string) {
  const messages: PanelMessage[] = []
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  socket.addEventListener('message', ({ data }) => {
    const { event, data: message } = JSON.parse(String(data)) as {
      event: string
      data: PanelMessage
    }
    if (event === 'framework:panel') messages.push(message)
  })
  await once(socket, 'open')
  socket.send(
    JSON.stringify({
      type: 'custom',
      event: 'framework:panel',
      data: { type: 'open', version: 0, mark: '' },
    }),
  )
  return { messages, close: () => socket.close() }
}
