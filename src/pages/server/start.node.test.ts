import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { serve } from '../../edges/node/index.ts'
import { createRouter, type ServerEvent } from '../../router/fetch-router/index.ts'
import { createMemoryBus } from '../../state/bus/index.ts'
import { createBuild } from './app.fixture.ts'
import { createHandler } from './index.ts'
import { serveBuild } from './shared.ts'

const quiet = { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false } as const

/** An app with `start`, which publishes when it is told to stop. */
function createApp() {
  const heard: (readonly string[])[] = []
  const events: ServerEvent[] = []
  const bus = createMemoryBus()
  bus.subscribe({ write: (tags: readonly string[]) => heard.push(tags) } as never)
  const handler = createHandler(
    createBuild({ root: { default: () => null } }),
    () => createRouter({ bus, observe: [{ event: (event) => void events.push(event) }] }),
    {
      async start({ publish, closed }) {
        await closed
        await publish('orders')
      },
    },
  )
  return { handler, heard, names: () => events.map(({ type, phase }) => `${type} ${phase}`) }
}

describe('start of createHandler()', () => {
  it('is called by the server of a build, and publishes on the bus of the app', async () => {
    const { handler, heard, names } = createApp()
    await handler.ready
    const server = await serveBuild({ default: handler }, tmpdir(), quiet)
    await server.close()
    expect(heard).toEqual([['orders']])
    expect(names()).toEqual(['start start', 'bus publish', 'start end'])
  })

  it('does the same if the server has another router in front', async () => {
    const { handler, heard, names } = createApp()
    await handler.ready
    const front = createRouter()
    front.map('/*', ({ request }) => handler(request))
    const server = await serve(front, { ...quiet, start: handler.start })
    await server.close()
    expect(heard).toEqual([['orders']])
    expect(names()).toEqual(['start start', 'bus publish', 'start end'])
  })

  it('is not called by the handler', async () => {
    const { handler, names } = createApp()
    await handler(new Request('http://localhost/'))
    expect(names()).not.toContain('start start')
  })

  it('is undefined for an app that has none', () => {
    expect(createHandler(createBuild({ root: { default: () => null } })).start).toBeUndefined()
  })
})
