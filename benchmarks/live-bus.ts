import { createPostgresBus, createRedisBus, type Bus } from 'framework/bus'

/** Connects a bus to a Redis or a Postgres. Loads only the client that it needs, because clients take memory. */
export async function connectBus(url: string): Promise<Bus> {
  if (url.startsWith('redis:')) {
    const { Redis } = await import('ioredis')
    return createRedisBus({ client: new Redis(url) })
  }
  const { Client } = await import('pg')
  return createPostgresBus({ connect: () => new Client(url) })
}
