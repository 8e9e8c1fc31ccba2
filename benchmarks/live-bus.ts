import { createPostgresBus, createRedisBus, type Bus } from 'framework/bus'

/** A bus, and the function that ends its connections. */
interface ConnectedBus {
  bus: Bus
  disconnect(): Promise<void>
}

/** Connects a bus to a Redis or a Postgres. Loads only the client that it needs, because clients take memory. */
export async function connectBus(url: string): Promise<ConnectedBus> {
  if (url.startsWith('redis:')) {
    const { Redis } = await import('ioredis')
    const client = new Redis(url)
    const bus = createRedisBus({ client })
    return { bus, disconnect: async () => (await bus.close(), client.disconnect()) }
  }
  const { Client } = await import('pg')
  const bus = createPostgresBus({ connect: () => new Client(url) })
  return { bus, disconnect: () => bus.close() }
}
