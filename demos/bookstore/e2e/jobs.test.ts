import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPostgresBus } from 'framework/bus'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeOrder, tables } from '../../../docs/examples/jobs.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../../src/internal/fixtures/postgres-server.fixture.ts'

describe('the example of the guide for jobs', () => {
  let server: PostgresServer
  let pool: Pool

  beforeAll(async () => {
    server = await startPostgresServer()
    pool = new Pool({ connectionString: server.url })
    await pool.query(`${tables} create table receipts ("order" integer primary key)`)
  })
  afterAll(async () => {
    await pool?.end()
    await server?.close()
  })

  it('has an order and its job, or neither, whenever the process is killed', async () => {
    let kills = 0
    while (await runUntilKilled('order', kills + 1)) {
      kills++
      expect(await count('orders')).toBe(0)
      expect(await count('jobs')).toBe(0)
    }
    expect(kills).toBe(4) // Begin, two times insert, commit.
    expect(await count('orders')).toBe(1)
    expect(await count('jobs')).toBe(1)
  })

  it('does each job, with one receipt, whenever its process is killed, and publishes it', async () => {
    await pool.query('truncate orders, jobs, receipts')
    const bus = createPostgresBus({ connect: () => new Client(server.url) })
    const heard = new Set<string>()
    const subscribed = Promise.withResolvers<void>()
    bus.subscribe({
      write(tags) {
        for (const tag of tags) heard.add(tag)
        subscribed.resolve()
      },
      gap() {},
    })
    await bus.publish(['ready'])
    await subscribed.promise

    let kills = 0
    for (let isKilled = true; isKilled;) {
      const order = await placeOrder(pool, 'Dune')
      isKilled = await runUntilKilled('job', kills + 1)
      if (isKilled) kills++
      // After the commit there is no job left, and only the message is lost.
      const isDone = (await count('jobs')) === 0
      if (!isDone) expect(await runUntilKilled('job', 0)).toBe(false)
      expect(await count('jobs')).toBe(0)
      expect(await count(`orders where id = ${order} and status = 'confirmed'`)).toBe(1)
      expect(await count(`receipts where "order" = ${order}`)).toBe(1)
      if (!isDone || !isKilled) await expect.poll(() => heard.has(`order:${order}`)).toBe(true)
    }
    // Begin, select, the receipt and its insert, update, delete, commit, the message.
    expect(kills).toBe(8)
    await bus.close()
  })

  it('keeps a job while the mail server sends a 503, and does it when the mail server works again', async () => {
    await pool.query('truncate orders, jobs, receipts')
    const statuses = [503, 503, 200]
    const received: { key: unknown; jobs: number }[] = []
    const mail = createServer(async (request, response) => {
      received.push({ key: request.headers['idempotency-key'], jobs: await count('jobs') })
      response.writeHead(statuses[received.length - 1] ?? 200).end()
    })
    mail.listen(0, '127.0.0.1')
    await once(mail, 'listening')

    const order = await placeOrder(pool, 'Dune')
    const worker = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../docs/examples/worker.ts')],
      {
        env: {
          ...process.env,
          DATABASE_URL: server.url,
          MAIL_URL: `http://127.0.0.1:${(mail.address() as AddressInfo).port}/receipts`,
        },
        stdio: ['ignore', 'inherit', 'ignore'], // It prints that the job has failed.
      },
    )
    const ended = once(worker, 'exit')
    try {
      await expect.poll(() => count('jobs')).toBe(0)
    } finally {
      worker.kill('SIGKILL')
      await ended
      mail.close()
    }

    const key = `receipt-${order}`
    expect(received).toEqual(Array.from({ length: 3 }, () => ({ key, jobs: 1 })))
    expect(await count(`orders where id = ${order} and status = 'confirmed'`)).toBe(1)
  })

  /** Runs a process that kills itself before a step. Returns `false` if it ended before. */
  async function runUntilKilled(what: 'order' | 'job', step: number): Promise<boolean> {
    const program = join(import.meta.dirname, 'support/job-worker.ts')
    const child = spawn(process.execPath, [program, what, server.url, String(step)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code, signal] = await once(child, 'exit')
    expect([code, signal]).toBeOneOf([
      [0, null],
      [null, 'SIGKILL'],
    ])
    // Its connections end after it, and with them its locks.
    await expect
      .poll(() =>
        count(`pg_stat_activity where application_name = '' and state = 'idle in transaction'`),
      )
      .toBe(0)
    return signal === 'SIGKILL'
  }

  async function count(rows: string): Promise<number> {
    return (await pool.query(`select count(*)::integer as n from ${rows}`)).rows[0].n
  }
})
