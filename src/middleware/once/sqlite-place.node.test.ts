import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OncePlace } from './create-once.ts'
import { arrive } from './once.fixture.ts'
import { RECORD_LIFETIME } from './once-call.ts'

let db: DatabaseSync

beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
})

afterEach(() => {
  db.close()
  vi.useRealTimers()
})

function order(book = 'Emma'): number {
  return Number(db.prepare('INSERT INTO orders (book) VALUES (?)').run(book).lastInsertRowid)
}

function count(table = 'orders'): number {
  return (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
}

describe('once() in SQLite', () => {
  it('runs the work of a submission once, and gives every repeat its value', () => {
    const first = arrive()
    const repeat = arrive()
    expect(first.once(db, () => order())).toBe(1)
    expect(repeat.once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
    expect(first.results).toEqual(['first'])
    expect(repeat.results).toEqual(['repeat'])
  })

  it('runs the work of every other submission', () => {
    arrive().once(db, () => order())
    arrive({ id: 'the-submission-b' }).once(db, () => order())
    expect(count()).toBe(2)
  })

  it('rolls back and records nothing if the work throws', () => {
    const fail = () =>
      arrive().once(db, () => {
        order()
        throw new Error('out of stock')
      })
    expect(fail).toThrow('out of stock')
    expect(count()).toBe(0)
    expect(arrive().once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
  })

  it('rolls back if the work returns a promise, because the transaction cannot wait', () => {
    const work = async () => {
      order()
      throw new Error('later')
    }
    expect(() => arrive().once(db as OncePlace, work)).toThrow('returned a promise')
    expect(count()).toBe(0)
    expect(db.isTransaction).toBe(false)
  })

  it('gives the first call the parsed JSON, and keeps undefined', () => {
    const at = new Date(0)
    expect(arrive().once(db, () => ({ at, none: undefined }))).toEqual({ at: at.toJSON() })
    expect(arrive().once(db, () => 'other')).toEqual({ at: at.toJSON() })
    expect(arrive({ id: 'b' }).once(db, () => {})).toBeUndefined()
    expect(arrive({ id: 'b' }).once(db, () => 'other')).toBeUndefined()
  })

  it('takes a value of 64 KiB, and rolls back for a larger one', () => {
    const large = (length: number) => () => {
      order()
      return 'é'.repeat((length - 2) / 2)
    }
    arrive().once(db, large(65_536))
    expect(() => arrive({ id: 'b' }).once(db, large(65_538))).toThrow(
      'it has 65538 bytes as JSON, and 65536 is the most',
    )
    expect(count()).toBe(1)
  })

  it('refuses the record of another owner, and gives that of an unknown owner to nobody', () => {
    arrive({ owners: ['ada'] }).once(db, () => order())
    const other = arrive({ owners: ['bob'] })
    expect(() => other.once(db, () => order())).toThrow(expect.objectContaining({ status: 409 }))
    expect(other.results).toEqual(['refused'])
    arrive({ id: 'b', owners: [] }).once(db, () => order())
    for (const owners of [['bob'], []]) {
      expect(() => arrive({ id: 'b', owners }).once(db, () => order())).toThrow(
        expect.objectContaining({ status: 409 }),
      )
    }
    expect(count()).toBe(2)
  })

  it('refuses another body for the same key', () => {
    arrive({ print: 'one' }).once(db, () => order())
    expect(() => arrive({ print: 'two' }).once(db, () => order())).toThrow(
      expect.objectContaining({ status: 422 }),
    )
  })

  it('records an effect in each of two databases', () => {
    const other = new DatabaseSync(':memory:')
    other.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
    const place = (at: DatabaseSync) =>
      Number(at.prepare("INSERT INTO orders (book) VALUES ('Emma')").run().lastInsertRowid)
    for (const result of ['first', 'repeat']) {
      const { once, results } = arrive()
      const ids = [db, other].map((at) => once(at, () => place(at)))
      expect([ids, results]).toEqual([
        [1, 1],
        [result, result],
      ])
    }
    other.close()
  })

  it('refuses a second call in one request, also on another connection to the same file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'once-'))
    const [first, second] = [1, 2].map(() => new DatabaseSync(join(folder, 'shop.sqlite')))
    for (const id of ['a', undefined]) {
      const { once } = arrive({ id })
      once(first!, () => 1)
      expect(() => once(second!, () => 2)).toThrow('Cannot call once() again for the same place')
    }
    first!.close()
    second!.close()
    rmSync(folder, { recursive: true })
  })

  it('refuses a second call in one request, also in a repeat', () => {
    for (let i = 0; i < 2; i++) {
      const { once } = arrive()
      once(db, () => order())
      expect(() => once(db, () => order())).toThrow('Put both effects into one function')
    }
    expect(count()).toBe(1)
  })

  it('runs again in the same request if the first try was rolled back', () => {
    const { once } = arrive()
    expect(() =>
      once(db, () => {
        throw new Error('busy')
      }),
    ).toThrow('busy')
    db.exec('BEGIN')
    once(db, () => order())
    db.exec('ROLLBACK')
    expect(once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
  })

  it('passes the id of the record to the work, or a random one without a key', () => {
    let seen = ''
    arrive().once(db, (key) => void (seen = key))
    expect(seen).toBe('the-submission-a')
    arrive({ id: undefined }).once(db, (key) => void (seen = key))
    expect(seen).toMatch(/^[\w-]{22}$/)
  })

  it('runs every time without a key', () => {
    const unkeyed = arrive({ id: undefined })
    unkeyed.once(db, () => order())
    arrive({ id: undefined }).once(db, () => order())
    expect(count()).toBe(2)
    expect(unkeyed.results).toEqual(['unkeyed'])
  })
})

describe('the transaction of once() in SQLite', () => {
  it('is the open one, whose owner commits', () => {
    db.exec('BEGIN')
    arrive().once(db, () => order())
    expect(db.isTransaction).toBe(true)
    db.exec('COMMIT')
    arrive().once(db, () => order())
    expect(count()).toBe(1)
  })

  it('takes record and table with it when it is rolled back', () => {
    db.exec('BEGIN')
    arrive().once(db, () => order())
    db.exec('ROLLBACK')
    arrive().once(db, () => order())
    expect(count()).toBe(1)
    expect(count('framework_once')).toBe(1)
  })

  it('may be a savepoint', () => {
    db.exec('BEGIN; SAVEPOINT a')
    arrive().once(db, () => order())
    db.exec('ROLLBACK TO a')
    arrive().once(db, () => order())
    db.exec('RELEASE a; COMMIT')
    arrive().once(db, () => order())
    expect(count()).toBe(1)
  })

  it('waits for asynchronous work if the app has opened it', async () => {
    db.exec('BEGIN')
    expect(await arrive().once(db as OncePlace, async () => order())).toBe(1)
    db.exec('COMMIT')
    expect(arrive().once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
  })

  it('must not end before asynchronous work', async () => {
    db.exec('BEGIN')
    const ordering = arrive().once(db as OncePlace, async () => order())
    db.exec('COMMIT')
    await expect(ordering).rejects.toThrow('await once() before COMMIT')
  })

  it('must not end in the work, also not by an error that the work has caught', () => {
    db.exec('CREATE UNIQUE INDEX books ON orders (book)')
    order('Emma')
    const { once } = arrive()
    const work = (): void => {
      order('Persuasion')
      try {
        db.exec("INSERT OR ROLLBACK INTO orders (book) VALUES ('Emma')")
      } catch {}
    }
    expect(() => once(db, work)).toThrow('the transaction has ended')
    db.exec('BEGIN')
    expect(() => once(db, work)).toThrow('the transaction has ended')
    expect(db.isTransaction).toBe(false)
    expect(once(db, () => order('Persuasion'))).toBe(2)
    expect(count()).toBe(2)
  })
})

describe('a request without a key', () => {
  it('may try its transaction again', () => {
    const { once, results } = arrive({ id: undefined })
    db.exec('BEGIN')
    once(db, () => order())
    db.exec('ROLLBACK')
    expect(once(db, () => order())).toBe(1)
    expect([count(), results]).toEqual([1, ['unkeyed', 'unkeyed']])
    expect(() => once(db, () => order())).toThrow('Cannot call once() again for the same place')
    expect(count()).toBe(1)
  })
})

describe('a connection to SQLite that another one blocks', () => {
  let folder: string
  let other: DatabaseSync

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'once-'))
    const file = join(folder, 'shop.sqlite')
    db.close()
    db = new DatabaseSync(file, { timeout: 0 })
    other = new DatabaseSync(file, { timeout: 0 })
    db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
    return () => {
      other.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('fails before the work, and the next try runs', () => {
    const { once, results } = arrive()
    let runs = 0
    const work = (): number => ++runs && order()
    other.exec('BEGIN IMMEDIATE')
    expect(() => once(db, work)).toThrow(
      expect.objectContaining({ status: 503, message: expect.stringContaining('is locked') }),
    )
    expect([db.isTransaction, runs]).toEqual([false, 0])
    other.exec('COMMIT')
    expect(once(db, work)).toBe(1)
    expect([count(), runs, results]).toEqual([1, 1, ['first']])
  })

  it('is rolled back if it cannot commit, and the next try runs', () => {
    const { once, results } = arrive()
    const reader = other.prepare('SELECT * FROM (VALUES (1), (2)) LEFT JOIN orders').iterate()
    reader.next()
    expect(() => once(db, () => order())).toThrow('database is locked')
    expect([db.isTransaction, count(), results]).toEqual([false, 0, []])
    reader.return!()
    expect(once(db, () => order())).toBe(1)
    expect(arrive().once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
  })

  it('leaves the transaction of the app to the app', () => {
    const { once } = arrive()
    db.exec('BEGIN')
    other.exec('BEGIN IMMEDIATE')
    expect(() => once(db, () => order())).toThrow('database is locked')
    expect(db.isTransaction).toBe(true)
    db.exec('ROLLBACK')
    other.exec('COMMIT')
    expect(once(db, () => order())).toBe(1)
    expect(count()).toBe(1)
  })
})

describe('a subject in SQLite', () => {
  it('is used up once, whichever submission uses it', () => {
    expect(arrive().once(db, () => order(), 'cart-1')).toBe(1)
    const other = arrive({ id: 'b' })
    expect(other.once(db, () => order(), 'cart-1')).toBe(1)
    expect(other.results).toEqual(['repeat'])
    expect(arrive({ id: undefined }).once(db, () => order(), 'cart-1')).toBe(1)
    expect(count()).toBe(1)
  })

  it('is not needed by a repeat, because its submission is known too', () => {
    arrive().once(db, () => order(), 'cart-1')
    arrive({ id: 'b' }).once(db, () => order(), 'cart-1')
    expect(arrive({ id: 'b' }).once(db, () => order())).toBe(1)
  })

  it('is recorded without a key', () => {
    arrive({ id: undefined }).once(db, () => order(), 'cart-1')
    arrive({ id: undefined }).once(db, () => order(), 'cart-1')
    expect(count()).toBe(1)
  })

  it('belongs to a path, and to its owner', () => {
    arrive({ owners: ['ada'] }).once(db, () => order(), 'cart-1')
    arrive({ id: 'b', target: ['/other', {}] }).once(db, () => order(), 'cart-1')
    expect(count()).toBe(2)
    expect(() => arrive({ id: 'c', owners: ['bob'] }).once(db, () => order(), 'cart-1')).toThrow(
      expect.objectContaining({ status: 409 }),
    )
  })

  it('is a string of 1 to 255 characters', () => {
    const { once } = arrive()
    expect(() => once(db, () => order(), '')).toThrow('must be a string of 1 to 255 characters')
    expect(() => once(db, () => order(), 'x'.repeat(256))).toThrow('1 to 255')
    expect(() => once(db, () => order(), 7 as never)).toThrow('Cannot use 7')
    once(db, () => order(), 'x'.repeat(255))
  })
})

describe('records in SQLite', () => {
  it('expire after 24 hours and 10 minutes', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    arrive().once(db, () => order())
    vi.setSystemTime(RECORD_LIFETIME - 1)
    arrive().once(db, () => order())
    expect(count()).toBe(1)
    vi.setSystemTime(RECORD_LIFETIME)
    arrive().once(db, () => order())
    expect(count()).toBe(2)
  })

  it('are deleted by later ones, ten at a time', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    for (let i = 0; i < 15; i++) arrive({ id: `old-${i}` }).once(db, () => order())
    vi.setSystemTime(RECORD_LIFETIME)
    arrive({ id: 'new-1' }).once(db, () => order())
    expect(count('framework_once')).toBe(6)
    arrive({ id: 'new-2' }).once(db, () => order())
    expect(count('framework_once')).toBe(2)
  })
})

describe('a place', () => {
  it('is a session, SQLite or Postgres', () => {
    const { once } = arrive()
    expect(() => once(undefined as never, () => 1)).toThrow('Cannot record an effect in undefined')
    expect(() => once({} as never, () => 1)).toThrow('once() takes a session')
    expect(() => once(db, 5 as never)).toThrow('takes a function after the place, not 5')
  })
})
