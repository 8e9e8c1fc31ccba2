// Places an order, or does one job, and kills itself before the given step: each query, the receipt, and the message.
import { createPostgresBus } from 'framework/bus'
import { Client, Pool } from 'pg'
import { placeOrder, runJob } from '../../../../docs/examples/jobs.ts'

const [what, url, killBefore] = process.argv.slice(2)
let steps = 0
function step(): void {
  if (++steps === Number(killBefore)) process.kill(process.pid, 'SIGKILL')
}

const pool = new Pool({ connectionString: url! })
pool.on('connect', (client) => {
  const { query } = client
  client.query = (...args: unknown[]) => {
    step()
    return query.apply(client, args as never) as never
  }
})

if (what === 'order') await placeOrder(pool, 'Dune')
else {
  const bus = createPostgresBus({ connect: () => new Client(url) })
  await runJob(
    pool,
    async (...tags) => {
      step()
      await bus.publish(tags)
    },
    async (order) => {
      step()
      await pool.query('insert into receipts values ($1) on conflict do nothing', [order])
    },
  )
  await bus.close()
}
await pool.end()
