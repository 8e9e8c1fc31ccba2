import { describe, expect, it } from 'vitest'
import { createContextKey, createRouter } from '../../router/fetch-router/index.ts'
import { builtinModule } from '../../internal/process/runtime.ts'
import { asyncContext, getContext } from './index.ts'

const User = createContextKey<string>()

/** What a library would do: it knows nothing of requests. */
async function whoAsks(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 0))
  return getContext()?.get(User) ?? 'nobody'
}

const hasStorage = builtinModule('node:async_hooks') !== undefined

if (!hasStorage) {
  it('says what to do on a runtime without AsyncLocalStorage', () => {
    expect(() => asyncContext()).toThrow('add nodejs_compat to compatibility_flags')
    expect(getContext()).toBeUndefined()
  })
} else {
  describe('asyncContext', describeContexts)
}

function describeContexts(): void {
  it('makes the context available below, also after an await, to each request its own', async () => {
    const router = createRouter({ middleware: [asyncContext()] })
    router.get('/:user', async (context) => {
      expect(getContext()).toBe(context)
      context.set(User, context.params.user)
      return new Response(await whoAsks())
    })
    const users = Array.from({ length: 50 }, (_, i) => `user-${i}`)
    const responses = await Promise.all(
      users.map((user) => router.fetch(`https://example.com/${user}`)),
    )
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(users)
  })

  it('has no context outside of a request', async () => {
    const router = createRouter({ middleware: [asyncContext()] })
    router.get('/', () => new Response())
    await router.fetch('https://example.com/')
    expect(getContext()).toBeUndefined()
    expect(await whoAsks()).toBe('nobody')
  })

  it('has no context in a router that does not use it', async () => {
    const router = createRouter()
    router.get('/', () => new Response(String(getContext())))
    expect(await (await router.fetch('https://example.com/')).text()).toBe('undefined')
  })

  it('leaves responses and errors as they are', async () => {
    const response = new Response('ok')
    const failure = new Error('broken')
    const router = createRouter({ middleware: [asyncContext()] })
    router.get('/', () => response)
    router.get('/error', () => {
      throw failure
    })
    expect(await router.fetch('https://example.com/')).toBe(response)
    await expect(router.fetch('https://example.com/error')).rejects.toBe(failure)
  })
}
