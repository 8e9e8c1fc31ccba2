// On workerd, the clock stands still while a request waits for another.
import { expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { text } from '../../http/response/index.ts'
import { createApp, shared, type CachedApp } from './app.fixture.ts'

it('tells observers that a request no longer waits for another one', async () => {
  const { promise: late, resolve } = Promise.withResolvers<Response>()
  const app: CachedApp = createApp(() => (app.runs === 1 ? late : text('own')), {
    lockTimeout: 0.01,
  })
  const first = app.send('/')
  await eventually(() => expect(app.runs).toBe(1))
  expect(await app.read('/')).toBe('own')
  expect(app.takePasses()).toEqual([
    'another request makes this response, and takes longer than `lockTimeout`',
  ])
  resolve(text('late', { headers: shared }))
  await first
})
