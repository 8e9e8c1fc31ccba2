import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../internal/fixtures/eventually.fixture.ts'
import { startForgetfulPostgres } from '../internal/fixtures/forgetful-proxy.fixture.ts'

const worker = fileURLToPath(new URL('../../docs/examples/worker.ts', import.meta.url))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

it('the worker of the guide does jobs again after its connections have died in silence', async () => {
  const postgres = await startForgetfulPostgres()
  closing.push(() => postgres.close())
  const mails: string[] = []
  const mailServer = createServer((request, response) => {
    mails.push(String(request.headers['idempotency-key']))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  closing.push(() => mailServer.close())

  const child = spawn(process.execPath, ['--conditions', 'framework-source', worker], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      MAIL_URL: `http://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    },
    stdio: 'ignore',
  })
  closing.push(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })

  const shop = new Client(postgres.direct)
  await shop.connect()
  closing.push(() => shop.end())
  await eventually(() => shop.query('insert into jobs ("order") values (1)')) // The worker creates the table.
  await eventually(() => expect(mails).toEqual(['receipt-1']))
  // The job has ended when the worker has told the bus. It looks for the next one a second later.
  await eventually(async () => {
    const sql = `select from pg_stat_activity where state = 'idle' and query like '%pg_notify%' and pid <> pg_backend_pid()`
    expect((await shop.query(sql)).rowCount).toBe(1)
  })

  postgres.forget()
  await shop.query('insert into jobs ("order") values (2)')
  await eventually(() => expect(mails).toContain('receipt-2'))
})
