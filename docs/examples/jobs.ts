import type { Pool, PoolClient } from 'pg'

export const tables = `
  select pg_advisory_xact_lock(1); -- Processes that start at once create the tables one after the other.
  create table if not exists orders (id serial primary key, book text not null, status text not null);
  create table if not exists jobs (
    id serial primary key,
    "order" integer not null,
    run_after timestamptz not null default now()
  );
`

/** Places an order and adds the job that sends its receipt. Either both are there, or neither is. */
export async function placeOrder(pool: Pool, book: string): Promise<number> {
  return inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<{ id: number }>(
      `insert into orders (book, status) values ($1, 'new') returning id`,
      [book],
    )
    const { id } = rows[0]!
    await sql.query('insert into jobs ("order") values ($1)', [id])
    return id
  })
}

/** Does one job. Returns `false` if there is none. */
export async function runJob(
  pool: Pool,
  publish: (...tags: string[]) => Promise<void>,
  sendReceipt: (order: number) => Promise<void>,
): Promise<boolean> {
  const order = await inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<{ id: number; order: number }>(
      'select id, "order" from jobs where run_after <= now() order by id limit 1 for update skip locked',
    )
    const [job] = rows
    if (!job) return undefined

    await sendReceipt(job.order)
    await sql.query(`update orders set status = 'confirmed' where id = $1`, [job.order])
    await sql.query('delete from jobs where id = $1', [job.id])
    return job.order
  })
  if (order === undefined) return false

  await publish(`order:${order}`) // Live pages that show this order load it again.
  return true
}

async function inTransaction<Result>(
  pool: Pool,
  work: (sql: PoolClient) => Promise<Result>,
): Promise<Result> {
  const sql = await pool.connect()
  try {
    await sql.query('begin')
    const result = await work(sql)
    await sql.query('commit')
    sql.release()
    return result
  } catch (error) {
    sql.release(true) // Postgres undoes what a closed connection has not committed.
    throw error
  }
}
