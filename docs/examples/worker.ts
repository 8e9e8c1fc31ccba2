import { setTimeout } from 'node:timers/promises'
import { createPostgresBus } from 'framework/bus'
import { Client, Pool } from 'pg'
import { runJob, tables } from './jobs.ts'

const url = process.env['DATABASE_URL']!
const pool = new Pool({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 4_000,
  query_timeout: 5_000, // Closes a connection that has died in silence.
  idle_in_transaction_session_timeout: 30_000, // Frees the job of a worker that is gone.
})
pool.on('error', (error) => console.error('Postgres:', error.message))
pool.on('connect', (client) => client.on('error', () => {})) // The query rejects.
await pool.query(tables)
const bus = createPostgresBus({ connect: () => new Client(url) })

for (;;) {
  const worked = await runJob(pool, bus, sendReceipt).catch((error: unknown) => {
    console.error('A job failed:', error)
    return false
  })
  if (!worked) await setTimeout(1_000)
}

async function sendReceipt(order: number): Promise<void> {
  const response = await fetch(process.env['MAIL_URL'] ?? 'https://mail.example/receipts', {
    method: 'POST',
    headers: { 'Idempotency-Key': `receipt-${order}` },
    signal: AbortSignal.timeout(10_000),
  })
  // Without this check, a job whose mail was refused would count as done.
  if (!response.ok) throw new Error(`The mail server has sent a ${response.status}.`)
}
