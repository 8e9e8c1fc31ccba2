import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { recorder } from './index.ts'

describe('recorder', () => {
  it('keeps the events of a router', async () => {
    const recorded = recorder()
    const router = createRouter({ observe: [recorded] })
    router.get('/', () => new Response())
    await router.fetch('https://example.com/')
    expect(recorded.events.map(({ type, phase }) => `${type} ${phase}`)).toEqual([
      'request start',
      'route once',
      'request end',
    ])
    recorded.clear()
    expect(recorded.events).toEqual([])
  })

  it('keeps only the last events, oldest first', async () => {
    const recorded = recorder({ limit: 4 })
    const router = createRouter({ observe: [recorded] })
    router.get('/:n', () => new Response())
    for (let n = 0; n < 3; n++) await router.fetch(`https://example.com/${n}`)
    expect(recorded.events.map(({ type, phase }) => `${type} ${phase}`)).toEqual([
      'request end',
      'request start',
      'route once',
      'request end',
    ])
    expect(recorded.events.at(-1)).toMatchObject({ url: 'https://example.com/2' })
    const ids = recorded.events.map(({ id }) => id)
    expect(ids[0]).toBeLessThan(ids[1]!)
  })

  it('gives a copy of its events, which does not change', () => {
    const recorded = recorder()
    const before = recorded.events
    recorded.event({ type: 'error', phase: 'once', id: 1, error: 1, where: 'router' })
    expect(before).toEqual([])
    expect(recorded.events).toHaveLength(1)
  })

  it('refuses a wrong limit', () => {
    expect(() => recorder({ limit: 0 })).toThrow('recorder() takes a limit of 1 or more, not 0')
    expect(() => recorder({ limit: 1.5 })).toThrow('not 1.5')
    expect(() => recorder({ size: 1 } as never)).toThrow('recorder() has no option "size"')
  })
})
