import { createPostgresBus } from 'framework/bus'
import { Client, Pool } from 'pg'

const url = process.env['DATABASE_URL']!

export const bus = createPostgresBus({ connect: () => new Client(url) })
export const pool = new Pool({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 4_000,
  query_timeout: 5_000, // Closes a connection that has died in silence.
  idle_in_transaction_session_timeout: 30_000, // Frees the job of a process that is gone.
})
pool.on('error', (error) => console.error('Postgres:', error.message))
pool.on('connect', (client) => client.on('error', () => {})) // The query rejects.
