import type { Redis } from 'ioredis'
import type { createClient, createCluster } from 'redis'
import { describe, expectTypeOf, it } from 'vitest'

import {
  createCookieSessionStorage,
  createFileSessionStorage,
  createMemorySessionStorage,
  createSession,
  createSessionStorage,
  isSession,
  type Session,
  type RedisClient,
  type SessionStorage,
} from './index.ts'
import { type SessionSource } from './session-storage.ts'

interface Data {
  userId: string
  visits: number
}
interface FlashData {
  error: string
  visits: boolean
}

describe('a session without types', () => {
  it('takes any name, and gives unknown', () => {
    const session = createSession()
    expectTypeOf(session.get('user')).toBeUnknown()
    expectTypeOf(session.set<'user'>)
      .parameter(1)
      .toBeUnknown()
    expectTypeOf(session.id).toBeString()
  })

  it('is what a context gives for its class', () => {
    type FromKey = InstanceType<typeof Session>
    const session = {} as FromKey
    expectTypeOf(session.get('user')).toBeUnknown()
    expectTypeOf(session.set('user', 1)).toBeVoid()
    expectTypeOf<FromKey>().toExtend<Session>()
    expectTypeOf<Session>().toExtend<FromKey>()
  })

  it('is what isSession says', () => {
    expectTypeOf(isSession).guards.toEqualTypeOf<Session>()
  })
})

describe('a session with types', () => {
  const session = createSession<Data, FlashData>({ userId: '1', __flash_error__: 'no' })

  it('gives the types of values and flash values', () => {
    expectTypeOf(session.get('userId')).toEqualTypeOf<string | undefined>()
    expectTypeOf(session.get('error')).toEqualTypeOf<string | undefined>()
    expectTypeOf(session.get('visits')).toEqualTypeOf<number | boolean | undefined>()
    expectTypeOf(session.data.__flash_error__).toEqualTypeOf<string | undefined>()
  })

  it('refuses other names and other values', () => {
    // @ts-expect-error not a name of Data or FlashData
    session.get('other')
    // @ts-expect-error a flash value is not set
    session.set('error', 'no')
    // @ts-expect-error a string
    session.set('userId', 1)
    // @ts-expect-error a value is not flashed
    session.flash('userId', '1')
    // @ts-expect-error not a name
    session.has('other')
    // @ts-expect-error not a name
    session.unset('other')
  })

  it('comes from every storage', () => {
    const storages = [
      createCookieSessionStorage<Data, FlashData>(),
      createMemorySessionStorage<Data, FlashData>(),
      createFileSessionStorage<Data, FlashData>({ dir: 'sessions' }),
    ]
    expectTypeOf(storages).toEqualTypeOf<SessionStorage<Data, FlashData>[]>()
    expectTypeOf(storages[0]!.getSession).returns.resolves.toEqualTypeOf<Session<Data, FlashData>>()
  })

  it('reaches the callbacks of a custom storage', () => {
    createSessionStorage<Data, FlashData>({
      async createData(data, expires) {
        expectTypeOf(data.userId).toEqualTypeOf<string | undefined>()
        expectTypeOf(data.__flash_visits__).toEqualTypeOf<boolean | undefined>()
        expectTypeOf(expires).toEqualTypeOf<Date | undefined>()
        return 'id'
      },
      readData: async () => null,
      updateData: async () => {},
      deleteData: async () => false,
    })
  })

  it('can be used where any session or storage can', () => {
    expectTypeOf<Session<Data, FlashData>>().toExtend<Session>()
    expectTypeOf<SessionStorage<Data, FlashData>>().toExtend<SessionStorage<any, any>>()
  })
})

describe('getSession', () => {
  it('takes a header, a Request or a context', () => {
    expectTypeOf<string | null | undefined | Request>().toExtend<SessionSource>()
    expectTypeOf<{ request: Request; headers: Headers }>().toExtend<SessionSource>()
    expectTypeOf<Headers>().not.toExtend<SessionSource>()
  })
})

describe('RedisClient', () => {
  it('is a client of redis or ioredis', () => {
    expectTypeOf<ReturnType<typeof createClient>>().toExtend<RedisClient>()
    expectTypeOf<ReturnType<typeof createCluster>>().toExtend<RedisClient>()
    expectTypeOf<Redis>().toExtend<RedisClient>()
  })
})
