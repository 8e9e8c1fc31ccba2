// The server of the chaos test of `once()`: a route that writes an order in Postgres. The test kills it at any moment.
import { Pool } from 'pg'
import { createFetchHandler, createRouter } from '../src/router/fetch-router/index.ts'
import { serve } from '../src/edges/node/index.ts'
import { once } from '../src/middleware/once/index.ts'
import { json } from '../src/http/response/index.ts'

const pool = new Pool({ connectionString: process.argv[2]!, max: 8 })
// The test kills Postgres too.
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))

const router = createRouter()
router.post('/orders', {
  middleware: [once({ visitor: () => '' })],
  async handler(context) {
    const label = await context.text()
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const id = await context.once(client, async () => {
        const text = 'INSERT INTO orders (label) VALUES ($1) RETURNING id'
        const { rows } = await client.query<{ id: number }>(text, [label])
        return rows[0]!.id
      })
      await client.query('COMMIT')
      client.release()
      return json({ id })
    } catch (error) {
      // The connection may be broken, so it is not used again.
      client.release(true)
      throw error
    }
  },
})

const handler = createFetchHandler(router, { onError() {} })
const server = await serve(handler, { port: 0, host: '127.0.0.1' })
process.send!(Number(new URL(server.url).port))
