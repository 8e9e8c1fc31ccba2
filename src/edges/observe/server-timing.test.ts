import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter, type Observer } from '../../router/fetch-router/index.ts'
import { type RequestStart } from '../../router/fetch-router/shared.ts'
import { serverTiming } from './index.ts'

/** What the observer adds to the response of a request with these loaders. */
function timingOf(loaders: readonly { routeId: string; duration: number }[]): string | null {
  const observer = serverTiming()
  const headers = new Headers()
  const request = { type: 'request', phase: 'start', id: 1 } as RequestStart
  observer.event!(request)
  for (const [i, loader] of loaders.entries()) {
    const fields = { type: 'loader', id: i + 2, parent: 1, cause: 'document' } as const
    observer.event!({ ...fields, phase: 'start', routeId: loader.routeId })
    observer.event!({ ...fields, phase: 'end', result: 'data', status: 200, ...loader })
  }
  observer.response!(request, headers)
  return headers.get('Server-Timing')
}

describe('serverTiming', () => {
  it('sends the time until the response', async () => {
    const router = createRouter({ observe: [serverTiming()] })
    router.get('/', () => new Response('x'))
    const response = await router.fetch('https://example.com/')
    expect(response.headers.get('Server-Timing')).toMatch(/^total;dur=[\d.]+$/)
  })

  it('sends the time of each loader, with the id of its route', () => {
    const text = timingOf([
      { routeId: 'root', duration: 1.234 },
      { routeId: 'routes/books.$slug', duration: 20 },
    ])
    expect(text).toMatch(
      /^total;dur=[\d.]+, loader;desc="root";dur=1.2, loader;desc="routes\/books\.\$slug";dur=20$/,
    )
  })

  it('keeps a header that the response already has', async () => {
    const router = createRouter({ observe: [serverTiming()] })
    router.get('/', () => new Response('x', { headers: { 'Server-Timing': 'db;dur=5' } }))
    const response = await router.fetch('https://example.com/')
    expect(response.headers.get('Server-Timing')).toMatch(/^db;dur=5, total;dur=/)
  })

  it('sends it only where the app wants it', async () => {
    const when = ({ url }: RequestStart) => url.endsWith('/inside')
    const router = createRouter({ observe: [serverTiming({ when })] })
    router.map('/:page', () => new Response('x'))
    const has = async (path: string) =>
      (await router.fetch(`https://example.com${path}`)).headers.has('Server-Timing')
    expect(await has('/inside')).toBe(true)
    expect(await has('/outside')).toBe(false)
  })

  it('has at most 20 entries and 1,024 bytes, and is always a valid header', () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ routeId: `r${i}`, duration: i }))
    expect(timingOf(many)!.split(', ')).toHaveLength(20)

    fc.assert(
      fc.property(
        fc.array(fc.record({ routeId: fc.string({ unit: 'binary' }), duration: fc.nat(10_000) })),
        (loaders) => {
          const text = timingOf(loaders)!
          expect(text.length).toBeLessThanOrEqual(1024)
          const entry = /^(?:total|loader;desc="(?:[^"\\]|\\.)*");dur=[\d.]+(?:, |$)/
          let rest = text
          while (rest !== '') {
            expect(rest).toMatch(entry)
            rest = rest.replace(entry, '')
          }
        },
      ),
    )
    expect(timingOf([{ routeId: 'x'.repeat(2000), duration: 1 }])).toMatch(/^total;dur=[\d.]+$/)
  })

  it('forgets a request when it has ended', () => {
    const observer: Observer = serverTiming()
    const request = { type: 'request', phase: 'start', id: 7 } as RequestStart
    observer.event!(request)
    observer.event!({ ...request, phase: 'end', status: 200 } as never)
    const headers = new Headers()
    observer.response!(request, headers)
    expect(headers.has('Server-Timing')).toBe(false)
  })

  it('refuses wrong options', () => {
    expect(() => serverTiming({ when: true as never })).toThrow(
      'serverTiming() takes a function as `when`, not true',
    )
    expect(() => serverTiming({ limit: 1 } as never)).toThrow('has no option "limit"')
  })
})
