import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { proofKey } from '../process/global-keys.ts'

/** Does what `framework prove` does before it imports an app. */
function openProof(): void {
  Object.assign(globalThis, { [proofKey]: { routers: [], builds: [] } })
}

describe('what `framework prove` sees', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, proofKey)
    vi.resetModules()
  })

  it('exists only if the proof was opened before the import', async () => {
    const { proof } = await import('./proof.ts')
    expect(proof).toBeUndefined()
    openProof()
    const { createRouter } = await import('../../router/fetch-router/index.ts')
    createRouter()
    expect(proof).toBeUndefined()
  })

  it('is the same for every copy of the framework', async () => {
    openProof()
    vi.resetModules()
    const first = await import('./proof.ts')
    vi.resetModules()
    const second = await import('./proof.ts')
    expect(second).not.toBe(first)
    expect(second.proof).toBe(first.proof)
    expect(first.proof).toBeDefined()
  })

  it('has the routers, and which handlers start with which params and input', async () => {
    openProof()
    vi.resetModules()
    const { proof } = await import('./proof.ts')
    const { createRouter } = await import('../../router/fetch-router/index.ts')
    const { get } = await import('../../router/routes/index.ts')
    const starts: unknown[] = []
    proof!.onHandlerStart = (start) => starts.push(start)
    const router = createRouter()
    router.get('/books/:slug', () => new Response('book'))
    const search = z.object({ page: z.int().default(1) })
    router.map(get('/books', { search }), () => new Response('books'))
    await router.fetch('https://example.com/books/dune')
    await router.fetch('https://example.com/books?page=2')
    await router.fetch('https://example.com/nowhere')
    expect(proof!.routers.at(-1)!.routes()).toHaveLength(2)
    expect(starts).toEqual([
      { kind: 'route', route: 'GET /books/:slug', params: { slug: 'dune' } },
      {
        kind: 'route',
        route: 'GET /books',
        contract: { search },
        params: {},
        input: { search: { page: 2 } },
      },
    ])
  })
})
