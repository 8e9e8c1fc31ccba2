import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase, transaction } from '../app/server/database.ts'
import { startShop } from './support/shop.ts'

it('an error of a full disk is not hidden by the rollback', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 3')
  const insert = db.prepare('INSERT INTO notes VALUES (?)')
  expect(() => transaction(db, () => insert.run('x'.repeat(100_000)))).toThrow(
    'database or disk is full',
  )
  transaction(db, () => insert.run('small'))
  expect(db.prepare('SELECT count(*) AS count FROM notes').get()).toEqual({ count: 1 })
})

it('a shop that starts removes the covers that no book has', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  const covers = join(directory, 'uploads', 'covers')
  await mkdir(covers, { recursive: true })
  for (const name of ['used.png', 'killed.png', 'new.png']) {
    await writeFile(join(covers, name), '')
    if (name !== 'new.png') await utimes(join(covers, name), 0, 0)
  }
  const db = openDatabase(directory)
  db.exec("UPDATE books SET cover = 'used.png' WHERE id = 1")
  db.close()

  const shop = await startShop({ DATA_DIR: directory })
  await fetch(shop.url)
  expect((await readdir(covers)).sort()).toEqual(['new.png', 'used.png'])
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})
