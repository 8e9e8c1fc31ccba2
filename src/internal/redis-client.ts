/** The methods that storages call, on a client of `redis`, `ioredis` or anything like them. */
export interface RedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, ...options: any[]): Promise<unknown>
  del(key: string): Promise<unknown>
  /**
   * Runs a script. With it, a command of a session that arrives late never undoes a newer commit. Without it, records
   * are written with `SET` and deleted with `DEL`, and a late command can undo a newer one.
   */
  eval?(script: string, ...options: any[]): Promise<unknown>
}

/** Whether a client takes the words of the protocol, as `ioredis` does. `redis` takes objects. Only `ioredis` has `call`. */
export function takesWords(client: RedisClient): boolean {
  return 'call' in client
}

/** Runs `SET` with a lifetime. With `XX` the key must exist, with `NX` it must not. Otherwise the reply is `null`. */
type Set = (
  key: string,
  value: string,
  milliseconds: number,
  condition?: 'XX' | 'NX',
) => Promise<unknown>

export function createSet(client: RedisClient): Set {
  if (takesWords(client)) {
    return (key, value, milliseconds, condition) =>
      condition === undefined
        ? client.set(key, value, 'PX', milliseconds)
        : client.set(key, value, 'PX', milliseconds, condition)
  }
  // `redis` 4 ignores the first two options, so a value would never expire. Later versions prefer the first two.
  return (key, value, milliseconds, condition) =>
    client.set(key, value, {
      expiration: { type: 'PX', value: milliseconds },
      ...(condition !== undefined && { condition, [condition]: true }),
      PX: milliseconds,
    })
}
