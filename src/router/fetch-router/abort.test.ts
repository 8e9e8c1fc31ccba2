import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter, type Middleware } from './index.ts'

const url = 'https://example.com/x'
const tick = () => new Promise((resolve) => setTimeout(resolve, 0))
const never = () => new Promise<never>(() => {})

describe('an aborted request', () => {
  it('rejects before anything runs when it was aborted before fetch', async () => {
    const ran: string[] = []
    const router = createRouter({
      middleware: [
        (_context, next) => {
          ran.push('middleware')
          return next()
        },
      ],
    })
    const promise = router.fetch(url, { signal: AbortSignal.abort() })
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
    expect(ran).toEqual([])
  })

  it('rejects with the reason of the caller, verbatim', async () => {
    const router = createRouter()
    router.get('/x', never)
    const controller = new AbortController()
    const promise = router.fetch(url, { signal: controller.signal })
    controller.abort('gone fishing')
    await expect(promise).rejects.toBe('gone fishing')
  })

  it('rejects at once while a handler is pending', async () => {
    const router = createRouter()
    router.get('/x', never)
    const controller = new AbortController()
    const promise = router.fetch(url, { signal: controller.signal })
    await tick()
    controller.abort()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('rejects at once also where timers are faked', async () => {
    const { setImmediate } = globalThis
    globalThis.setImmediate = (() => {}) as never // As a test with fake timers does.
    try {
      const router = createRouter()
      router.get('/x', never)
      const controller = new AbortController()
      const promise = router.fetch(url, { signal: controller.signal })
      controller.abort('left')
      await expect(promise).rejects.toBe('left')
    } finally {
      globalThis.setImmediate = setImmediate
    }
  })

  it('rejects at once while a middleware is pending, and does not start what comes next', async () => {
    let ran = false
    let release!: () => void
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          await new Promise<void>((resolve) => (release = resolve))
          return next()
        },
      ],
    })
    router.get('/x', () => {
      ran = true
      return new Response()
    })
    const controller = new AbortController()
    const promise = router.fetch(url, { signal: controller.signal })
    await tick()
    controller.abort()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
    release()
    await tick()
    expect(ran).toBe(false)
  })

  it('rejects when a synchronous handler aborts it and still returns a Response', async () => {
    const router = createRouter()
    const controller = new AbortController()
    router.get('/x', () => {
      controller.abort()
      return new Response()
    })
    await expect(router.fetch(url, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('rejects when a handler aborts it and never returns', async () => {
    const router = createRouter()
    const controller = new AbortController()
    router.get('/x', () => {
      controller.abort()
      return never()
    })
    await expect(router.fetch(url, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('rejects with the reason when a handler aborts it and then fails', async () => {
    const router = createRouter()
    const controller = new AbortController()
    router.get('/x', async () => {
      controller.abort('left')
      throw new Error('too late to matter')
    })
    await expect(router.fetch(url, { signal: controller.signal })).rejects.toBe('left')
  })

  it('rejects when it is aborted in middleware after next()', async () => {
    const controller = new AbortController()
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          const response = await next()
          controller.abort()
          return response
        },
      ],
    })
    router.get('/x', () => new Response())
    await expect(router.fetch(url, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('does not start a middleware or a handler after the abort', async () => {
    const controller = new AbortController()
    const ran: string[] = []
    const router = createRouter({
      middleware: [
        (_context, next) => {
          controller.abort()
          return next()
        },
        (_context, next) => {
          ran.push('second')
          return next()
        },
      ],
    })
    router.get('/x', () => {
      ran.push('handler')
      return new Response()
    })
    await expect(router.fetch(url, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(ran).toEqual([])
  })

  it('reaches upstream middleware as a rejection of next()', async () => {
    const controller = new AbortController()
    let caught: unknown
    const router = createRouter({
      middleware: [
        async (_context, next) => {
          try {
            return await next()
          } catch (error) {
            caught = error
            throw error
          }
        },
      ],
    })
    router.get('/x', never)
    const promise = router.fetch(url, { signal: controller.signal })
    await tick()
    controller.abort('stop')
    await expect(promise).rejects.toBe('stop')
    await tick()
    expect(caught).toBe('stop')
  })

  it('leaves a delivered Response alone', async () => {
    const controller = new AbortController()
    const router = createRouter()
    router.get('/x', () => new Response('body'))
    const response = await router.fetch(url, { signal: controller.signal })
    controller.abort()
    expect(await response.text()).toBe('body')
  })

  it('takes its listener off the signal when it is done', async () => {
    const controller = new AbortController()
    const { signal } = new Request(url, { signal: controller.signal })
    let listeners = 0
    const request = new Proxy(new Request(url), {
      get(target, name) {
        if (name === 'signal') return signal
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listeners++
      add(...args)
    }) as typeof add
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listeners--
      remove(...args)
    }) as typeof remove

    const router = createRouter()
    router.get('/x', async () => {
      await tick()
      await tick()
      return new Response()
    })
    await router.fetch(request)
    expect(listeners).toBe(0)
  })

  it('never leaves an unhandled rejection, whenever the client leaves and whatever fails', async () => {
    // Vitest, and the shim of the other runtimes, fail the run on an unhandled rejection
    const step = fc.record({
      before: fc.nat(3),
      after: fc.nat(3),
      fails: fc.constantFrom('never', 'before', 'after'),
      floats: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 4 }),
        fc.nat(12),
        fc.boolean(),
        async (steps, abortAfter, handlerFails) => {
          const wait = async (ticks: number) => {
            for (let i = 0; i < ticks; i++) await (i % 2 ? tick() : Promise.resolve())
          }
          const middleware = steps.map<Middleware>((plan) => async (_context, next) => {
            await wait(plan.before)
            if (plan.fails === 'before') throw new Error('before')
            const downstream = next()
            if (plan.floats) return new Response('floating')
            const response = await downstream
            await wait(plan.after)
            if (plan.fails === 'after') throw new Error('after')
            return response
          })
          const router = createRouter({ middleware })
          router.get('/x', async () => {
            await wait(2)
            if (handlerFails) throw new Error('handler')
            return new Response('ok')
          })

          const controller = new AbortController()
          const promise = router.fetch(url, { signal: controller.signal }).then(
            () => 'response',
            () => 'rejected',
          )
          await wait(abortAfter)
          controller.abort()
          expect(await promise).toMatch(/response|rejected/)
        },
      ),
      { numRuns: 150 },
    )
    await tick()
  })
})
