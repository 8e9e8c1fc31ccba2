import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createPostgresBus, type PostgresBusClient } from './postgres-bus.ts'

function createFakeClient(
  connected: Promise<void>,
): PostgresBusClient & { end: () => Promise<void> } {
  return {
    connect: () => connected,
    query: async () => {},
    on: () => {},
    end: vi.fn(async () => {}),
  }
}

describe('createPostgresBus()', () => {
  afterEach(() => void vi.useRealTimers())

  it('ends a connection that was opened while the bus was closed, and tells no gap', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const client = createFakeClient(promise)
    const gap = vi.fn()
    const bus = createPostgresBus({ connect: () => client })
    bus.subscribe({ write() {}, gap })
    await bus.close()
    resolve()

    await eventually(() => expect(client.end).toHaveBeenCalledOnce())
    expect(gap).not.toHaveBeenCalled()
  })

  it('refuses a tab that does not fit into a message, and sends what comes after', async () => {
    const bus = createPostgresBus({ connect: () => createFakeClient(Promise.resolve()) })

    await expect(bus.publish(['a'], 'x'.repeat(8_000))).rejects.toThrow(TypeError)
    await bus.publish(['b'], 'tab')
    await bus.close()
  })

  it('calls connect again if it throws', async () => {
    const connect = vi.fn(() => createFakeClient(Promise.resolve()))
    connect.mockImplementationOnce(() => {
      throw new Error('No address yet')
    })
    const bus = createPostgresBus({ connect })
    await new Promise<void>((gap) => bus.subscribe({ write() {}, gap }))

    expect(connect).toHaveBeenCalledTimes(2)
    await bus.close()
  })

  it('tries another client if the server does not reply to the first one', async () => {
    vi.useFakeTimers()
    const clients = [createFakeClient(new Promise(() => {})), createFakeClient(Promise.resolve())]
    const waiting = [...clients]
    const gap = vi.fn()
    const bus = createPostgresBus({ connect: () => waiting.shift()! })
    bus.subscribe({ write() {}, gap })
    await vi.advanceTimersByTimeAsync(11_000)

    expect(gap).toHaveBeenCalledOnce()
    expect(clients[0]!.end).toHaveBeenCalledOnce()
    await bus.close()
  })
})
