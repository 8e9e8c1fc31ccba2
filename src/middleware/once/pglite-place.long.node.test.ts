import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresTables } from '../../state/common/shared.ts'
import { arrive } from './once.fixture.ts'

describe('once() with PGlite', () => {
  let client: PGlite

  beforeAll(async () => {
    client = await PGlite.create()
    await client.exec(postgresTables)
    await client.exec('CREATE TABLE orders (id serial PRIMARY KEY)')
  })

  afterAll(() => client.close())

  it('runs the work of a submission once, in a transaction', async () => {
    const order = (id: string) =>
      client.transaction((tx) =>
        arrive({ id }).once(tx, async () => {
          const { rows } = await tx.query<{ id: number }>(
            'INSERT INTO orders DEFAULT VALUES RETURNING id',
          )
          return rows[0]!.id
        }),
      )
    for (let i = 1; i <= 20; i++) {
      expect(await order(`submission-${i}`)).toBe(i)
      expect(await order(`submission-${i}`)).toBe(i)
    }
  })

  it('refuses to record anything without a transaction', async () => {
    for (let i = 0; i < 5; i++) {
      await expect(arrive({ id: `b${i}` }).once(client, () => 1)).rejects.toThrow(
        'the client is not in a transaction',
      )
    }
    const { rows } = await client.query("SELECT id FROM framework_once WHERE id LIKE 'b%'")
    expect(rows).toEqual([])
  })
})
