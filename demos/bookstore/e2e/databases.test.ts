import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../../src/internal/postgres-server.fixture.ts'
import type { BookQuery } from '../app/book-query.ts'
import * as books from '../app/server/books.ts'
import * as covers from '../app/server/cover-upload.ts'
import { openDatabase, type ShopDatabase } from '../app/server/database.ts'
import * as orders from '../app/server/orders.ts'
import * as reviews from '../app/server/reviews.ts'
import * as users from '../app/server/users.ts'

let directory: string
let server: PostgresServer
let sqlite: ShopDatabase
let postgres: ShopDatabase

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
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
    const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
    const user = await onBoth((db) => users.createUser(db, ada))
    expect(await onBoth((db) => users.createUser(db, ada))).toBe(undefined)
    expect(await onBoth((db) => users.checkLogin(db, ada.email, ada.password))).toEqual(user)
    expect(await onBoth((db) => users.checkLogin(db, ada.email, 'wrong'))).toBe(undefined)
    await onBoth((db) => users.renameUser(db, user!.id, 'Ada L.'))
    await onBoth((db) => users.findUser(db, user!.id))
    for (const db of [sqlite, postgres]) {
      await users.ensureAdmin(db, 'a secret')
      const token = await users.createToken(db, user!.id)
      expect((await users.findUserByToken(db, token))?.name).toBe('Ada L.')
    }
  })

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

  it('place an order once, take its books from the shelf, and change nothing if one is sold out', async () => {
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
      const place = () => orders.placeOrder(db, 1, cart, { ...fields, key: 'key' })
      const [number, again] = [await place(), await place()]
      expect(again).toBe(number)
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
        orders.placeOrder(db, 1, tooMany, { ...fields, key: 'other' }),
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
      const place = () => orders.placeOrder(db, 1, cart, { ...fields, key: 'double click' })
      const [number, again] = await Promise.all([place(), place()])
      expect(again).toBe(number)
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
