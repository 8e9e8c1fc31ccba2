import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase } from '../app/server/database.ts'
import { createSqliteDatabase } from '../app/server/sqlite-database.ts'
import { startShop } from './support/shop.ts'

it('an error of a full disk is not hidden by the rollback', async () => {
  const connection = new DatabaseSync(':memory:')
  connection.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 3')
  const db = createSqliteDatabase(connection)
  const insert = (text: string): Promise<number> =>
    db.transaction((inner) => inner.run('INSERT INTO notes VALUES (?)', text))
  await expect(insert('x'.repeat(100_000))).rejects.toThrow('database or disk is full')
  await insert('small')
  expect(await db.get('SELECT count(*) AS count FROM notes')).toEqual({ count: 1 })
})

it('a shop that starts removes the covers that no book has', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  const db = await openDatabase(directory)
  const add = (name: string, stored: Date) =>
    db.run('INSERT INTO covers VALUES (?, ?, ?)', name, new Uint8Array(1), stored.toISOString())
  await add('used.png', new Date(0))
  await add('killed.png', new Date(0))
  await add('new.png', new Date())
  await db.run("UPDATE books SET cover = 'used.png' WHERE id = 1")

  const shop = await startShop({ DATA_DIR: directory })
  await fetch(shop.url)
  expect(await db.all('SELECT name FROM covers ORDER BY name')).toEqual([
    { name: 'new.png' },
    { name: 'used.png' },
  ])
  await db.close()
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})
