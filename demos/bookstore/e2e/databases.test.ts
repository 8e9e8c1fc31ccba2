import { createHook } from 'node:async_hooks'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../src/internal/fixtures/eventually.fixture.ts'
import { arrive } from '../../../src/middleware/once/once.fixture.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../../src/internal/fixtures/postgres-server.fixture.ts'
import { readMails } from './support/mailbox.ts'
import type { BookQuery } from '../app/book-query.ts'
import * as books from '../app/server/books.ts'
import * as covers from '../app/server/cover-upload.ts'
import { openDatabase, type ShopDatabase } from '../app/server/database.ts'
import * as logins from '../app/server/logins.ts'
import { mailEntryLink } from '../app/server/mailed-links.ts'
import * as orders from '../app/server/orders.ts'
import * as reviews from '../app/server/reviews.ts'
import * as tokens from '../app/server/tokens.ts'
import * as users from '../app/server/users.ts'

// The mails go into this folder, which the modules of the shop read when they are loaded.
const directory = vi.hoisted(() => {
  const directory = `${process.env['TMPDIR'] ?? '/tmp'}/bookstore-${crypto.randomUUID()}`
  process.env['DATA_DIR'] = directory
  return directory
})
let server: PostgresServer
let sqlite: ShopDatabase
let postgres: ShopDatabase

beforeAll(async () => {
  server = await startPostgresServer()
  sqlite = await openDatabase(directory, '')
  postgres = await openDatabase(directory, server.url)
})

afterAll(async () => {
  await sqlite.close()
  await postgres.close()
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

/** Runs the same queries on both databases. */
async function onBoth<Result>(query: (db: ShopDatabase) => Promise<Result>): Promise<Result> {
  const [one, other] = [await query(sqlite), await query(postgres)]
  expect(other).toEqual(one)
  return one
}

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }

/** Creates an account as a visitor does who has opened the link in a mail. */
async function signUp(db: ShopDatabase, { email, ...fields }: typeof ada) {
  const token = await tokens.issueToken(db, 'signup', { user: null, address: email })
  return (await users.createUser(db, token!, fields))!
}

const browser = { agent: 'Firefox', address: '::1' }

const query: BookQuery = { search: '', genres: [], inStock: false, sort: 'title', page: 1 }

describe('SQLite and Postgres', () => {
  it('find the same books, in the same order', async () => {
    for (const sort of ['title', 'newest', 'rating', 'price-up', 'price-down'] as const) {
      expect((await onBoth((db) => books.findBooks(db, { ...query, sort }))).total).toBe(24)
    }
    for (const search of ['salt', 'SALT ledger', '100%', '_', "'", '\0', 'é', '?']) {
      await onBoth((db) => books.findBooks(db, { ...query, search }))
    }
    await onBoth((db) => books.findBooks(db, { ...query, genres: ['Fiction', 'x'], inStock: true }))
    await onBoth((db) => books.findBooks(db, { ...query, page: 1e6 }))
    for (const find of [
      books.findPicks,
      books.findNewest,
      books.findAllBooks,
      books.countByGenre,
    ]) {
      await onBoth<unknown>(find)
    }
    const book = await onBoth((db) => books.findBookBySlug(db, 'the-salt-ledger'))
    await onBoth((db) => books.findRelated(db, book!))
    for (const id of [1, 0, -1, 2 ** 31, 2 ** 40, 1.5, NaN]) {
      await onBoth((db) => books.findBookById(db, id))
    }
    await onBoth((db) => books.findBookBySlug(db, '\0'))
  })

  it('keep books that admins create, change and delete', async () => {
    const fields = {
      title: 'Üben & more?',
      author: 'A',
      genre: 'Fiction',
      year: 2026,
      pages: 1,
      price: 100,
      stock: 3,
      blurb: "It's new",
      pick: true,
    }
    const { id } = await onBoth((db) => books.createBook(db, fields, null))
    await onBoth((db) => books.createBook(db, fields, 'cover.png'))
    await onBoth((db) => books.updateBook(db, id, { ...fields, price: 200, pick: false }, 'x.png'))
    expect((await onBoth((db) => books.findBookById(db, id)))?.price).toBe(200)
    expect(await onBoth((db) => books.deleteBook(db, id))).toBe(true)
    expect(await onBoth((db) => books.deleteBook(db, id))).toBe(false)
  })

  it('keep uploaded covers as they are, until no book has them', async () => {
    const bytes = Uint8Array.from([0x89, ...Buffer.from('PNG\r\n\x1A\n'), 0, 255, 0])
    for (const db of [sqlite, postgres]) {
      expect(await covers.storeCover(db, undefined)).toBe(null)
      const name = await covers.storeCover(db, new File([bytes], 'a.txt'))
      const found = await covers.findCover(db, name!)
      expect(found).toMatchObject({ name: expect.stringMatching(/^[\da-f-]{36}\.png$/) })
      expect(found!.type).toBe('image/png')
      expect(new Uint8Array(await found!.arrayBuffer())).toEqual(bytes)
      expect(await covers.findCover(db, 'missing.png')).toBe(undefined)

      await covers.removeStrayCovers(db)
      expect(await covers.findCover(db, name!)).toBeDefined()
      await db.run('UPDATE covers SET stored = ? WHERE name = ?', new Date(0).toISOString(), name)
      await covers.removeStrayCovers(db)
      expect(await covers.findCover(db, name!)).toBe(undefined)
    }
  })

  it('keep users, their names, passwords and tokens', async () => {
    const { email, password } = ada
    for (const db of [sqlite, postgres]) {
      const { user, proof } = await signUp(db, ada)
      expect((await users.checkLogin(db, email, password))?.user).toEqual(user)
      expect(await users.checkLogin(db, email, 'wrong')).toBe(undefined)
      expect(await users.checkLogin(db, 'other@example.com', password)).toBe(undefined)
      await users.renameUser(db, user.id, 'Ada L.')
      await users.ensureAdmin(db, 'a secret')
      const login = await logins.startLogin(db, user.id, proof, browser)
      const token = await users.createToken(db, user.id, login)
      expect(await users.findUserByToken(db, token!)).toEqual({ ...user, name: 'Ada L.' })
    }
  })

  it('create one account with a link, even if it is sent twice at the same moment', async () => {
    for (const db of [sqlite, postgres]) {
      const owner = { user: null, address: 'twice@example.com' }
      const token = (await tokens.issueToken(db, 'signup', owner))!
      const other = (await tokens.issueToken(db, 'signup', owner))!
      const send = (token: string) => users.createUser(db, token, ada)
      const created = await Promise.all([send(token), send(token), send(other)])
      expect(created.filter(Boolean)).toHaveLength(1)
      expect(await tokens.readToken(db, 'signup', token)).toBe(undefined)
    }
  })

  it('take the link of a reset once, however often it is read, and not as another kind', async () => {
    for (const db of [sqlite, postgres]) {
      const { user, proof } = await signUp(db, { ...ada, email: 'reset@example.com' })
      const login = await logins.startLogin(db, user.id, proof, browser)
      const owner = { user: user.id, address: user.email }
      const token = (await tokens.issueToken(db, 'reset', owner))!
      expect(await users.createUser(db, token, ada)).toBe(undefined)
      expect(await users.changeAddress(db, user.id, login, token)).toBe(false)
      for (let i = 0; i < 10; i++) {
        expect(await tokens.readToken(db, 'reset', token)).toEqual(owner)
      }
      const reset = (password: string) => users.resetPassword(db, token, password, [])
      const results = await Promise.all([reset('first password'), reset('other password')])
      expect(results.toSorted()).toEqual([false, true])
      const valid = results[0] ? 'first password' : 'other password'
      expect(await users.checkLogin(db, user.email, valid)).toBeDefined()
    }
  })

  it('refuse a link that has expired', async () => {
    for (const db of [sqlite, postgres]) {
      const { user } = await signUp(db, { ...ada, email: 'late@example.com' })
      const owner = { user: user.id, address: user.email }
      const token = (await tokens.issueToken(db, 'reset', owner))!
      await db.run('UPDATE tokens SET expires = ?', new Date().toISOString())
      expect(await tokens.readToken(db, 'reset', token)).toBe(undefined)
      expect(await users.resetPassword(db, token, 'new password', [])).toBe(false)
    }
  })

  it('send an address only a few links', async () => {
    for (const db of [sqlite, postgres]) {
      const issue = (address: string) => tokens.issueToken(db, 'signup', { user: null, address })
      for (let i = 0; i < 5; i++) expect(await issue('full@example.com')).toHaveLength(43)
      expect(await issue('full@example.com')).toBe(undefined)
      expect(await issue('other@example.com')).toHaveLength(43)
    }
  })

  it('end everything that an attacker may hold when a password is reset', async () => {
    for (const db of [sqlite, postgres]) {
      const { user, proof } = await signUp(db, { ...ada, email: 'taken@example.com' })
      const owner = { user: user.id, address: user.email }
      const login = (await logins.startLogin(db, user.id, proof, browser))!
      expect(await logins.findUserByLogin(db, login)).toMatchObject(user)
      const apiToken = (await users.createToken(db, user.id, login))!
      await db.run('INSERT INTO identities (id, "user") VALUES (?, ?)', 'an account', user.id)
      const other = (await tokens.issueToken(db, 'email', { ...owner, address: 'b@example.com' }))!
      const token = (await tokens.issueToken(db, 'reset', owner))!

      expect(await users.resetPassword(db, token, 'new password', [])).toBe(true)
      expect(await logins.findUserByLogin(db, login)).toBe(undefined)
      expect(await users.findUserByToken(db, apiToken)).toBe(undefined)
      expect(await tokens.readToken(db, 'email', other)).toBe(undefined)
      const identity = { kind: 'provider', value: 'an account' } as const
      expect(await logins.startLogin(db, user.id, identity, browser)).toBe(undefined)
      // The old password was checked before the reset.
      expect(await logins.startLogin(db, user.id, proof, browser)).toBe(undefined)
      expect(await logins.findLogins(db, user.id)).toEqual([])

      // The guards let these requests through before the reset. Their bodies came after it.
      expect(await users.changePassword(db, user.id, login, 'of the thief')).toBe(undefined)
      expect(await users.createToken(db, user.id, login)).toBe(undefined)
      expect(await users.removeWayToLogIn(db, user.id, login, identity)).toBe(undefined)
      const late = await tokens.issueToken(db, 'email', { ...owner, address: 'b@example.com' })
      expect(await users.changeAddress(db, user.id, login, late!)).toBe(undefined)
      expect(await users.checkLogin(db, user.email, 'new password')).toBeDefined()
    }
  })

  it('reset a password with two links at the same moment, and take one of them', async () => {
    for (const db of [sqlite, postgres]) {
      const { user } = await signUp(db, { ...ada, email: 'two-links@example.com' })
      const owner = { user: user.id, address: user.email }
      const issue = () => tokens.issueToken(db, 'reset', owner)
      const links = [(await issue())!, (await issue())!]
      const results = await Promise.all(
        links.map((link) => users.resetPassword(db, link, 'new password', [])),
      )
      expect(results.toSorted()).toEqual([false, true])
    }
  })

  it('refuse a reset for an address that is no longer the one of the account', async () => {
    for (const db of [sqlite, postgres]) {
      const { user } = await signUp(db, { ...ada, email: 'moved@example.com' })
      const owner = { user: user.id, address: 'former@example.com' }
      const token = (await tokens.issueToken(db, 'reset', owner))!
      expect(await users.resetPassword(db, token, 'new password', [])).toBe(false)
      expect(await users.checkLogin(db, user.email, ada.password)).toBeDefined()
    }
  })

  it('change all of an account or nothing, at whichever query they fail', async () => {
    for (const [name, db] of Object.entries({ sqlite, postgres })) {
      const { user, proof } = await signUp(db, { ...ada, email: `fails-${name}@example.com` })
      const { id } = user
      const login = (await logins.startLogin(db, id, proof, browser))!
      await logins.startLogin(db, id, proof, browser)
      await db.run('INSERT INTO identities (id, "user") VALUES (?, ?)', `fails-${name}`, id)
      const issue = async (kind: tokens.TokenKind, address = user.email) =>
        (await tokens.issueToken(db, kind, { user: kind === 'signup' ? null : id, address }))!
      const [address, link] = [`new-${name}@example.com`, `more-${name}@example.com`]
      const [moving, joining] = [await issue('email', address), await issue('signup', link)]
      const read = async () => [
        await db.get('SELECT email, password, token FROM users WHERE id = ?', id),
        await users.findIdByAddress(db, link),
        await db.all('SELECT id FROM logins WHERE "user" = ? ORDER BY id', id),
        await db.all('SELECT id FROM identities WHERE "user" = ?', id),
        await db.all('SELECT hash FROM tokens WHERE "user" = ? ORDER BY hash', id),
        await tokens.readToken(db, 'signup', joining),
      ]
      const way = { kind: 'provider', value: `fails-${name}` } as const
      const changes: ((db: ShopDatabase) => Promise<unknown>)[] = [
        (db) => users.createUser(db, joining, { name: 'More', password: 'long enough' }),
        (db) => logins.startLogin(db, id, way, browser),
        (db) => users.createToken(db, id, login),
        (db) => users.removeWayToLogIn(db, id, login, way),
        (db) => users.changeAddress(db, id, login, moving),
        (db) => users.changePassword(db, id, login, 'another password'),
      ]
      for (const change of changes) {
        const before = await read()
        let queries = 1
        while (!(await succeeds(change(failAt(db, queries))))) {
          expect(await read()).toEqual(before)
          queries += 1
        }
        expect(queries).toBeGreaterThan(1)
      }
      const reset = (await tokens.issueToken(db, 'reset', { user: id, address }))!
      const before = await read()
      for (let queries = 1; ; queries += 1) {
        if (await succeeds(users.resetPassword(failAt(db, queries), reset, 'the last one', [])))
          break
        expect(await read()).toEqual(before)
      }
      expect(await users.checkLogin(db, address, 'the last one')).toBeDefined()
    }
  })

  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error) => {
        expect(String(error)).toContain('The disk is full')
        return false
      },
    )

  /** A database whose query with this number fails, counted from 1. */
  function failAt(db: ShopDatabase, number: number): ShopDatabase {
    let count = 0
    const wrap = <Inner extends ShopDatabase>(inner: Inner): Inner => {
      const check = async () => {
        count += 1
        if (count === number) throw new Error('The disk is full')
      }
      const wrapped: ShopDatabase = {
        all: async (...query) => (await check(), inner.all(...query)),
        get: async (...query) => (await check(), inner.get(...query)),
        run: async (...query) => (await check(), inner.run(...query)),
        transaction: (work) => inner.transaction((inner) => work(wrap(inner))),
        close: () => inner.close(),
      }
      return { ...inner, ...wrapped }
    }
    return wrap(db)
  }

  it('take a challenge once', async () => {
    for (const db of [sqlite, postgres]) {
      const spend = () => tokens.spendChallenge(db, 'a challenge')
      expect((await Promise.all([spend(), spend()])).toSorted()).toEqual([false, true])
      expect(await spend()).toBe(false)
    }
  })

  it('keep no login with an old password that arrives while a reset runs', async () => {
    for (const db of [sqlite, postgres]) {
      const email = 'race@example.com'
      const { user, proof } = await signUp(db, { ...ada, email })
      const token = (await tokens.issueToken(db, 'reset', { user: user.id, address: email }))!
      let login: Promise<string | undefined> | undefined
      const watched: ShopDatabase = {
        ...db,
        transaction: (work) =>
          db.transaction((inner) => work({ ...inner, run: (...query) => run(inner, ...query) })),
      }
      const run: (
        inner: ShopDatabase,
        ...query: Parameters<ShopDatabase['run']>
      ) => Promise<number> = async (inner, ...query) => {
        const count = await inner.run(...query)
        if (query[0].startsWith('DELETE FROM logins')) {
          login = logins.startLogin(db, user.id, proof, browser)
          if (db === postgres) await isWaiting()
        }
        return count
      }
      expect(await users.resetPassword(watched, token, 'new password', [])).toBe(true)
      expect(await login).toBe(undefined)
      expect(await logins.findLogins(db, user.id)).toEqual([])
    }
  })

  /** Waits until one transaction of Postgres waits for another. */
  function isWaiting(): Promise<void> {
    return eventually(async () => {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      expect(await postgres.all(sql)).toHaveLength(1)
    })
  }

  it('list logins, and end one or all others', async () => {
    for (const db of [sqlite, postgres]) {
      const { user, proof } = await signUp(db, { ...ada, email: 'many@example.com' })
      const start = () => logins.startLogin(db, user.id, proof, browser)
      const [one, two, three] = [(await start())!, (await start())!, (await start())!]
      expect(await logins.findLogins(db, user.id)).toMatchObject([browser, browser, browser])
      await logins.endLogin(db, user.id + 1, one)
      expect(await logins.findUserByLogin(db, one)).toBeDefined()
      await logins.endLogin(db, user.id, one)
      expect(await logins.findUserByLogin(db, one)).toBe(undefined)
      await logins.endOtherLogins(db, user.id, three)
      expect((await logins.findLogins(db, user.id)).map(({ id }) => id)).toEqual([three])
      await users.changePassword(db, user.id, three, 'new password')
      expect(await logins.startLogin(db, user.id, proof, browser)).toBe(undefined)
      expect(await logins.findUserByLogin(db, three)).toBeDefined()
      expect(await logins.findUserByLogin(db, two)).toBe(undefined)
    }
  })

  it('use a new address only with its link, and only if no other account has it', async () => {
    for (const db of [sqlite, postgres]) {
      const { user, proof } = await signUp(db, { ...ada, email: 'old@example.com' })
      const login = await logins.startLogin(db, user.id, proof, browser)
      const change = (token: string) => users.changeAddress(db, user.id, login, token)
      const link = (address: string) => tokens.issueToken(db, 'email', { user: user.id, address })
      expect(await change((await link('reader@example.com'))!)).toBe(false)
      const token = (await link('new@example.com'))!
      const reader = (await users.checkLogin(db, 'reader@example.com', 'a quiet evening'))!
      const other = await logins.startLogin(db, reader.user.id, reader.proof, browser)
      expect(await users.changeAddress(db, user.id, other, token)).toBe(undefined)
      expect(await users.changeAddress(db, reader.user.id, other, token)).toBe(false)
      const reset = { user: user.id, address: user.email }
      const old = (await tokens.issueToken(db, 'reset', reset))!
      expect(await change((await link('new@example.com'))!)).toBe(true)
      expect((await users.findUser(db, user.id))?.email).toBe('new@example.com')
      expect(await users.resetPassword(db, old, 'new password', [])).toBe(false)
    }
  })

  it('do the same work for an address with an account and without', async () => {
    const hashes: string[] = []
    const hook = createHook({
      init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes.push(type)),
    }).enable()
    for (const db of [sqlite, postgres]) {
      const work: string[][] = []
      for (const address of ['reader@example.com', 'stranger@example.com']) {
        const done: string[] = []
        const counted = countQueries(db, done)
        hashes.length = 0
        await mailEntryLink(counted, address)
        await users.checkLogin(counted, address, 'wrong')
        work.push([...done, ...hashes])
      }
      expect(work[0]).toEqual(work[1])
      expect(work[0]).toHaveLength(6) // Find the user, clean up, count, insert; find the user, hash.
    }
    hook.disable()
    const [mail, other] = await Promise.all([
      readMails(directory, 'reader@example.com'),
      readMails(directory, 'stranger@example.com'),
    ])
    expect(mail[0]!.link).toMatch(/^\/new-password\?token=[\w-]{43}$/)
    expect(other[0]!.link).toMatch(/^\/welcome\?token=[\w-]{43}$/)
  })

  /** Returns the database, which notes each query. */
  function countQueries(db: ShopDatabase, done: string[]): ShopDatabase {
    return {
      ...db,
      get: (sql, ...values) => (done.push(sql), db.get(sql, ...values)),
      all: (sql, ...values) => (done.push(sql), db.all(sql, ...values)),
      run: (sql, ...values) => (done.push(sql), db.run(sql, ...values)),
    }
  }

  it('keep reviews, one for each reader', async () => {
    const { id } = (await onBoth((db) => books.findBookBySlug(db, 'the-patient-stove')))!
    const text = 'Slow and good.'
    await onBoth((db) => reviews.saveReview(db, id, 1, { rating: 5, text }))
    await onBoth((db) => reviews.saveReview(db, id, 1, { rating: 2, text }))
    const found = await onBoth((db) => reviews.findReviews(db, id))
    expect(found.filter(({ user }) => user === 1)).toMatchObject([{ rating: 2, text }])
    await onBoth((db) => books.findBookById(db, id))
    await onBoth((db) => reviews.deleteReview(db, id, 1))
    await onBoth((db) => reviews.findReviews(db, id))
  })

  it('place an order, take its books from the shelf, and change nothing if one is sold out', async () => {
    const book = (await onBoth((db) => books.findBookBySlug(db, 'the-salt-ledger')))!
    const other = (await onBoth((db) => books.findBookBySlug(db, 'the-patient-stove')))!
    const fields = {
      email: 'r@example.com',
      name: 'R',
      street: 'S 1',
      postcode: '1',
      city: 'C',
      delivery: 'post' as const,
    }
    for (const db of [sqlite, postgres]) {
      const cart = { lines: [{ book, quantity: 2 }], count: 2, total: 2 * book.price }
      const number = await db.transaction((tx) => orders.placeOrder(tx, 1, cart, fields))
      expect((await books.findBookById(db, book.id))!.stock).toBe(book.stock - 2)
      expect(await orders.findOrder(db, number, 1, undefined)).toMatchObject({
        number,
        placed: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        lines: [{ title: book.title, quantity: 2 }],
      })
      expect(await orders.findOrder(db, number, 2, undefined)).toBe(undefined)
      expect(await orders.findOrders(db, 1)).toHaveLength(1)

      const lines = [
        { book: other, quantity: 1 },
        { book, quantity: 999 },
      ]
      const tooMany = { lines, count: 1000, total: 1 }
      await expect(
        db.transaction((tx) => orders.placeOrder(tx, 1, tooMany, fields)),
      ).rejects.toBeInstanceOf(orders.OutOfStockError)
      expect((await books.findBookById(db, other.id))!.stock).toBe(other.stock)
    }
  })

  it('place an order once, even if it is sent twice at the same moment and takes the last copies', async () => {
    const fields = {
      email: 'r@example.com',
      name: 'R',
      street: 'S 1',
      postcode: '1',
      city: 'C',
      delivery: 'post' as const,
    }
    for (const db of [sqlite, postgres]) {
      await db.run('UPDATE books SET stock = 2 WHERE id = 3')
      const book = (await books.findBookById(db, 3))!
      const cart = { lines: [{ book, quantity: 2 }], count: 2, total: 2 * book.price }
      const place = (id: string) =>
        db.transaction((tx) =>
          arrive({ id }).once(
            tx.place,
            () => orders.placeOrder(tx, 1, cart, fields),
            'the same cart',
          ),
        )
      const [number, ...others] = await Promise.all(['one form', 'one form', 'a tab'].map(place))
      expect(others).toEqual([number, number])
      expect((await books.findBookById(db, 3))!.stock).toBe(0)
    }
  })

  it('let other queries wait or run while a transaction is open, and see only what was committed', async () => {
    for (const db of [sqlite, postgres]) {
      const stockOf = async (source: ShopDatabase) =>
        (await source.get<{ stock: number }>('SELECT stock FROM books WHERE id = ?', 1))!.stock
      const before = await stockOf(db)
      const started = Promise.withResolvers<void>()
      const failing = db.transaction(async (inner) => {
        await inner.run('UPDATE books SET stock = stock + 1 WHERE id = 1')
        started.resolve()
        expect(await stockOf(inner)).toBe(before + 1)
        throw new Error('This transaction fails on purpose.')
      })
      await started.promise
      const seen = stockOf(db)
      await expect(failing).rejects.toThrow('on purpose')
      expect(await seen).toBe(before)
      expect(await stockOf(db)).toBe(before)
    }
  })

  it('reject a transaction in which Postgres ends, and the process goes on when it is back', async () => {
    const failing = postgres.transaction(async (inner) => {
      await inner.run('UPDATE books SET stock = 0')
      await server.stop('SIGKILL')
      await inner.run('UPDATE books SET stock = 1')
    })
    await expect(failing).rejects.toThrow()
    await server.start()
    expect((await books.findBookById(postgres, 2))!.stock).toBeGreaterThan(1)
  })
})
