import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { text } from '../../http/response/index.ts'
import { createApp, shared } from './app.fixture.ts'

describe('an AsyncLocalStorage around the app', () => {
  const visitor = new AsyncLocalStorage<string>()

  it('does not reach the run that makes a stored response', async () => {
    const app = createApp(async () => {
      await Promise.resolve()
      return text(`Hello ${visitor.getStore() ?? 'stranger'}`, { headers: shared })
    })
    for (const name of ['ada', 'bob']) {
      expect(await visitor.run(name, () => app.read('/'))).toBe('Hello stranger')
    }
    expect(app.runs).toBe(1)
  })

  it('does not reach it in the background either', async () => {
    const policy = { 'Cache-Control': 's-maxage=0, stale-while-revalidate=60' }
    const seen: unknown[] = []
    const app = createApp(() => {
      seen.push(visitor.getStore())
      return text('ok', { headers: policy })
    })
    for (let i = 0; i < 5; i++) await visitor.run('ada', () => app.read('/'))
    await eventually(() => expect(seen.length).toBeGreaterThan(1))
    expect(new Set(seen)).toEqual(new Set([undefined]))
  })
})
