import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRouter, type StartArgs } from '../../router/fetch-router/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'
import { Outlet, Scripts, useLoaderData } from '../../pages/react/index.ts'
import { createHandler, type Pages } from '../../pages/server/index.ts'
import { createMemoryBus } from '../../state/bus/index.ts'
import { createTestApp } from './index.ts'

afterEach(() => void vi.restoreAllMocks())

/** An app with a bus, and what it hears. */
function createApp(start: (args: StartArgs) => unknown) {
  const heard: (readonly string[])[] = []
  const bus = createMemoryBus()
  bus.subscribe({ write: (tags: readonly string[]) => heard.push(tags) } as never)
  const build = createBuild({ root: { default: () => null } })
  const createOwn = () => createRouter({ bus })
  return { heard, handler: createHandler(build, createOwn, { start }) }
}

describe('start in createTestApp()', () => {
  it('is called only if the test asks for it', async () => {
    const start = vi.fn()
    const { handler } = createApp(start)
    await (await createTestApp(handler)).close()
    await (await createTestApp(handler, { start: false })).close()
    expect(start).not.toHaveBeenCalled()
    await (await createTestApp(handler, { start: true })).close()
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('gets what a server gives it, and is waited for', async () => {
    const lines: string[] = []
    const { handler, heard } = createApp(async ({ url, publish, repeat, closed }) => {
      lines.push(url)
      await publish('orders')
      await repeat(1, () => void lines.push('job'))
      await closed
      lines.push('end')
    })
    const app = await createTestApp(handler, { start: true, origin: 'https://shop.test' })
    await vi.waitFor(() => expect(lines).toContain('job'))
    await app.close()
    expect([lines[0], lines.at(-1)]).toEqual(['https://shop.test', 'end'])
    expect(heard).toEqual([['orders']])
    expect(app.events.map(({ type, phase }) => `${type} ${phase}`)).toEqual([
      'start start',
      'bus publish',
      'start end',
    ])
  })

  it('shows a change on a live page, also if the app has no bus', async () => {
    let copies = 2
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    const root = {
      default: () =>
        jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
    }
    const book = {
      path: '/book',
      live: true,
      reads: () => ['book'],
      loader: () => ({ copies }),
      default: () => jsx('p', { children: useLoaderData<{ copies: number }>().copies }),
    }
    const createShop = (pages: Pages) => {
      const router = createRouter()
      router.map('/*', pages)
      return router
    }
    const handler = createHandler(createBuild({ root, book }), createShop, {
      async start({ publish }) {
        await isRead
        copies = 1
        await publish('book')
      },
    })
    const app = await createTestApp(handler, { start: true })
    const page = await app.visitor().visit('/book')
    expect(page.text).toBe('2')
    read()
    expect((await page.changed()).text).toBe('1')
    await app.close()
  })

  it('rejects in close() with an error of the work', async () => {
    const failing = () => Promise.reject(new Error('the queue is gone'))
    const app = await createTestApp(createApp(failing).handler, { start: true })
    await expect(app.close()).rejects.toThrow('`start` of the app failed: the queue is gone')

    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const other = await createTestApp(createApp(failing).handler, {
      start: true,
      errors: 'respond',
    })
    await other.close()
    expect(log).toHaveBeenCalledTimes(1)
  })

  it('says that there is none', async () => {
    await expect(createTestApp(createRouter(), { start: true })).rejects.toThrow(
      'createTestApp() cannot call `start`: the app has none.',
    )
    await expect(createTestApp(createRouter(), { start: 1 as never })).rejects.toThrow(
      'createTestApp() takes true or false as start, not 1',
    )
  })

  it('is refused by createHandler() if it is no function', () => {
    expect(() => createApp('yes' as never)).toThrow('takes a function as start, not "yes"')
  })
})
