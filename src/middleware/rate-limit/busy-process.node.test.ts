import { expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { createRedisStorage, type RedisStorageClient } from '../../state/storage/index.ts'
import { rateLimit } from './index.ts'

it('counts a request although the process was too busy to read the reply in time', async () => {
  const router = createRouter({
    middleware: [
      rateLimit({
        limit: 1,
        window: 60,
        key: () => 'ann',
        storage: createRedisStorage({ client: createPunctualClient(), prefix: 'a:', timeout: 250 }),
      }),
    ],
  })
  router.get('/', () => text('ok'))

  const statuses: number[] = []
  for (let i = 0; i < 2; i++) {
    const response = router.fetch('https://example.com/')
    // From here on, timers come before everything that has arrived.
    await new Promise(setImmediate)
    block(300)
    statuses.push((await response).status)
  }
  expect(statuses).toEqual([200, 429])
})

/** A client whose replies are read when the process next looks at its sockets. */
function createPunctualClient(): RedisStorageClient {
  const values = new Map<string, number>()
  const reply = <Value>(value: Value): Promise<Value> =>
    new Promise((resolve) => setImmediate(() => setImmediate(resolve, value)))
  const isNew = (key: string): boolean => !values.has(key) && values.set(key, 1) !== undefined
  return {
    get: (key) => reply(values.get(key) ?? null),
    set: (key) => reply(isNew(key) ? 'OK' : null),
    del: (key) => reply(Number(values.delete(key))),
    incr(key) {
      values.set(key, values.get(key)! + 1)
      return reply(values.get(key))
    },
  }
}

/** Such as a long render, or a process that was stopped. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}
