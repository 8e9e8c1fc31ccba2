import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRedisInTime } from './redis-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A client of `redis`, whose commands get no reply until they are told to. */
function createFakeClient() {
  const client = { isReady: true, destroy: vi.fn(), connect: vi.fn(async () => {}) }
  const inTime = createRedisInTime(client, 250)
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    inTime('GET', promise).catch(() => {})
    return resolve
  }
  return { client, ask }
}

it('a client connects again if nothing came back for 5 seconds, and once more after 5 others', async () => {
  const { client, ask } = createFakeClient()
  ask()
  await vi.advanceTimersByTimeAsync(4_000)
  ask()
  expect(client.destroy).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([client.destroy.mock.calls.length, client.connect.mock.calls.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(client.connect).toHaveBeenCalledTimes(2)
})

it('a connection stays open if other commands get replies, or if no command waits', async () => {
  const { client, ask } = createFakeClient()
  const reply = ask()
  for (let second = 0; second < 20; second++) {
    ask()('value')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  reply('value')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(client.destroy).not.toHaveBeenCalled()
})

it('a client that knows that it is not connected is left alone', async () => {
  const { client, ask } = createFakeClient()
  client.isReady = false
  ask()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([client.destroy.mock.calls.length, client.connect.mock.calls.length]).toEqual([0, 0])
})
