import type { DatabaseSync } from 'node:sqlite'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { Client, Pool, PoolClient } from 'pg'
import { describe, expectTypeOf, it } from 'vitest'
import type { Session } from '../../state/session/index.ts'
import type { Once, OnceWork } from './create-once.ts'

declare const once: Once
declare const redirect: () => never
declare const save: () => Promise<number>

describe('the type of once()', () => {
  it('returns what the work returns for a session and SQLite', () => {
    expectTypeOf(once({} as Session<{ cart: string[] }>, () => 1)).toEqualTypeOf<number>()
    expectTypeOf(once({} as DatabaseSync, (key) => key)).toEqualTypeOf<string>()
    expectTypeOf(once({} as DatabaseSync, () => JSON.parse('1'))).toEqualTypeOf<any>()
    expectTypeOf(once({} as DatabaseSync, (): never => redirect())).toEqualTypeOf<never>()
    expectTypeOf(once({} as Session, async () => 'a')).toEqualTypeOf<Promise<string>>()
  })

  it('refuses a promise for SQLite, in words', () => {
    const words = 'a transaction of SQLite cannot wait, so make this function synchronous'
    expectTypeOf<OnceWork<DatabaseSync, Promise<string>>>().toEqualTypeOf<{ [words]: never }>()

    // @ts-expect-error The function is async.
    once({} as DatabaseSync, async () => 'a')
    // @ts-expect-error The function is async, and takes the key.
    once({} as DatabaseSync, async (key) => key.length)
    // @ts-expect-error The function may return a promise.
    once({} as DatabaseSync, (key) => (key ? save() : 1))
  })

  it('returns a promise for Postgres', () => {
    expectTypeOf(once({} as Client, () => 1)).toEqualTypeOf<Promise<number>>()
    expectTypeOf(once({} as PoolClient, async () => 1)).toEqualTypeOf<Promise<number>>()
    expectTypeOf(once({} as Pool, async () => 1)).toEqualTypeOf<Promise<number>>()
    expectTypeOf(once({} as PGlite, async () => 1)).toEqualTypeOf<Promise<number>>()
    expectTypeOf(once({} as Transaction, async () => 1)).toEqualTypeOf<Promise<number>>()
  })

  it('takes one of two places, as an app with two databases has them', () => {
    const place = {} as DatabaseSync | PoolClient
    expectTypeOf(once(place, async () => 1, 'cart')).toEqualTypeOf<Promise<number>>()
  })

  it('takes nothing else', () => {
    // @ts-expect-error An object is not a place.
    once({}, () => 1)
    // @ts-expect-error A subject is a string.
    once({} as DatabaseSync, () => 1, 7)
  })
})
