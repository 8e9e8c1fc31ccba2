import { setTimeout } from 'node:timers/promises'
import { bus, pool } from './database.ts'
import { runJob, tables } from './jobs.ts'
import { sendReceipt } from './send-receipt.ts'

const publish = (...tags: string[]): Promise<void> => bus.publish(tags)
await pool.query(tables)

for (;;) {
  const worked = await runJob(pool, publish, sendReceipt).catch((error: unknown) => {
    console.error('A job failed:', error)
    return false
  })
  if (!worked) await setTimeout(1_000)
}
