import { expect, it, vi } from 'vitest'
import { createRedisBus } from './index.ts'

it('createRedisBus() connects again if the client that listens gives up at first', async () => {
  const connect = vi.fn(async () => {})
  connect.mockRejectedValueOnce(new Error('Connection refused'))
  const listener = { on() {}, connect, subscribe: async () => {}, destroy() {} }
  const bus = createRedisBus({ client: { publish: async () => 1, duplicate: () => listener } })
  await new Promise<void>((gap) => bus.subscribe({ write() {}, gap }))

  expect(connect).toHaveBeenCalledTimes(2)
  await bus.close()
})
