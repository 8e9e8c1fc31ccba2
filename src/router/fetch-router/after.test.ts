import { afterEach, describe, expect, it, vi } from 'vitest'
import { after, createFetchHandler, createRouter, WaitUntil, type Middleware } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://example.com/'

describe('after', () => {
  it.each(['at once', 'later'])(
    'runs when all middleware has ended, if the handler responds %s',
    async (when) => {
      const steps: string[] = []
      const outer: Middleware = async (_, next) => {
        const response = await next()
        await Promise.resolve()
        steps.push('middleware')
        return response
      }
      const router = createRouter({ middleware: when === 'later' ? [outer] : [] })
      const ran = Promise.withResolvers<void>()
      const handle = (context: Parameters<typeof after>[0]): Response => {
        after(context, () => {
          steps.push('after')
          ran.resolve()
        })
        steps.push('handler')
        return new Response()
      }
      router.get('/', (context) =>
        when === 'later' ? Promise.resolve().then(() => handle(context)) : handle(context),
      )
      await router.fetch(url)
      await ran.promise
      expect(steps).toEqual(
        when === 'later' ? ['handler', 'middleware', 'after'] : ['handler', 'after'],
      )
    },
  )

  it.each(['at once', 'later'])('runs although the handler throws %s', async (when) => {
    const router = createRouter()
    const ran = Promise.withResolvers<void>()
    router.get('/', async (context) => {
      if (when === 'later') await Promise.resolve()
      after(context, () => ran.resolve())
      throw new Error('This handler fails on purpose.')
    })
    await expect(router.fetch(url)).rejects.toThrow('on purpose')
    await ran.promise
  })

  it('tells observers about its error, prints it, and does not change the response', async () => {
    const printed = Promise.withResolvers<unknown>()
    vi.spyOn(console, 'error').mockImplementation((error) => printed.resolve(error))
    const events: unknown[] = []
    const router = createRouter({ observe: [{ event: (event) => void events.push(event) }] })
    router.get('/', (context) => {
      after(context, () => Promise.reject(new Error('The mail server is down.')))
      return new Response('ok')
    })
    expect(await (await createFetchHandler(router)(new Request(url))).text()).toBe('ok')
    expect(await printed.promise).toMatchObject({ message: 'The mail server is down.' })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'error', where: 'after', error: await printed.promise }),
    )
  })

  it('waits for a promise of work that has begun, and reports its rejection as it reports an error', async () => {
    const printed = Promise.withResolvers<unknown>()
    vi.spyOn(console, 'error').mockImplementation((error) => printed.resolve(error))
    const works: Promise<unknown>[] = []
    const mail = Promise.withResolvers<void>()
    const router = createRouter()
    router.get('/', async (context) => {
      context.set(WaitUntil, (work) => void works.push(work))
      after(context, mail.promise)
      mail.reject(new Error('The mail server is down.'))
      // The promise is rejected long before the response is done. Nothing else may have to handle it.
      await new Promise((resolve) => setTimeout(resolve))
      return new Response('ok')
    })
    expect(await (await createFetchHandler(router)(new Request(url))).text()).toBe('ok')
    await works[0]
    expect(await printed.promise).toMatchObject({ message: 'The mail server is down.' })
  })

  it.each([undefined, null, 'mail', {}])('refuses %s at the call', async (value) => {
    const router = createRouter()
    router.get('/', (context) => {
      after(context, value as never)
      return new Response()
    })
    await expect(router.fetch(url)).rejects.toThrow('after() takes a function or a promise, not')
  })

  it('hands its work to WaitUntil', async () => {
    const works: Promise<unknown>[] = []
    const router = createRouter()
    let isDone = false
    router.get('/', (context) => {
      context.set(WaitUntil, (work) => void works.push(work))
      after(context, () => void (isDone = true))
      return new Response()
    })
    await router.fetch(url)
    expect(works).toHaveLength(1)
    await works[0]
    expect(isDone).toBe(true)
  })
})
