import { expect, vi } from 'vitest'
import { createPostgresStorage, type PostgresClient } from './index.ts'

/** Expects that expired rows are deleted some time after, and only these. */
export async function expectToSweep(client: PostgresClient): Promise<void> {
  await client.query('delete from framework_storage', [])
  const storage = createPostgresStorage({ client, timeout: 10_000 })
  await client.query(
    `insert into framework_storage select decode(md5(n::text), 'hex'), '', clock_timestamp() - interval '1 second' from generate_series(1, 2500) as n`,
    [],
  )
  const countRows = async (): Promise<number> => {
    const { rows } = await client.query('select key from framework_storage', [])
    return rows.length
  }
  // Each write deletes a batch while there are more of them.
  for (const left of [1501, 502, 3]) {
    await storage.set(`living-${left}`, '', { ttl: 60 })
    await vi.waitFor(async () => expect(await countRows()).toBe(left), { timeout: 60_000 })
  }
  expect(await storage.get('living-1501')).toBe('')
}
