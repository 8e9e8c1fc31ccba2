import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
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
  const covers = join(directory, 'uploads', 'covers')
  await mkdir(covers, { recursive: true })
  for (const name of ['used.png', 'killed.png', 'new.png']) {
    await writeFile(join(covers, name), '')
    if (name !== 'new.png') await utimes(join(covers, name), 0, 0)
  }
  const db = await openDatabase(directory)
  await db.run("UPDATE books SET cover = 'used.png' WHERE id = 1")
  await db.close()

  const shop = await startShop({ DATA_DIR: directory })
  await fetch(shop.url)
  expect((await readdir(covers)).sort()).toEqual(['new.png', 'used.png'])
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})
