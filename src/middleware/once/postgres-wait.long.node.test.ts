import { Client } from 'pg'
import { expect, it } from 'vitest'
import { postgresTables } from '../../state/common/shared.ts'
import { startPostgresServer } from '../../internal/fixtures/postgres-server.fixture.ts'
import { arrive } from './once.fixture.ts'

it('a repeat does not wait for ever if the first never ends', { timeout: 120_000 }, async () => {
  const server = await startPostgresServer()
  const clients = [new Client(server.url), new Client(server.url)] as const
  for (const client of clients) await client.connect()
  const [first, second] = clients
  await first.query(postgresTables)
  for (const client of clients) await client.query('BEGIN')
  await arrive().once(first, () => 1)
  let hasRun = false
  const repeat = arrive().once(second, () => (hasRun = true))
  await expect(repeat).rejects.toMatchObject({ status: 503, cause: { code: '55P03' } })
  expect(hasRun).toBe(false)
  for (const client of clients) await client.end()
  await server.close()
})
