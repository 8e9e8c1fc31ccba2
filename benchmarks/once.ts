import { DatabaseSync } from 'node:sqlite'
// The function itself is not published, and requests would cost ten times as much.
import { createOnce } from '../dist/internal/once/once.js'
import { compare, type Cases, type Contestant } from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** What `once()` may cost beside the transaction, in microseconds. */
const MOST = 50

/** Places an order, the one with this number. Returns its id. */
type Place = (db: DatabaseSync, insert: () => number, order: number) => number

const contestants: Readonly<Record<string, Place>> = {
  'a transaction'(db, insert) {
    db.exec('BEGIN IMMEDIATE')
    const id = insert()
    db.exec('COMMIT')
    return id
  },
  'once()'(db, insert, order) {
    const id = `${order}`.padStart(43, '0')
    const submission = { id, owner: '', print: '', pathname: '/order', route: 'order' }
    return createOnce(submission, () => {})(db, insert)
  },
}

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  sqlite: Object.fromEntries(
    Object.entries(contestants).map(([name, place]) => [name, () => createContestant(place)]),
  ),
}

export default async function benchOnce({ quick }: BenchOptions): Promise<Report> {
  const options = quick
    ? { rounds: 2, warmUp: 20, turn: 10 }
    : { rounds: 25, warmUp: 1_000, turn: 100 }
  const found = await compare(import.meta.filename, 'sqlite', cases['sqlite']!, options)
  const [plain, keyed] = Object.values(found).map(({ cpu }) => cpu.map((cost) => cost / 1e3))
  const above = keyed!.map((cost, round) => cost - plain![round]!)
  return {
    title: 'Once',
    about:
      'An order in a database of node:sqlite in memory: in a transaction, and by once(), which opens the same transaction. ' +
      'Each order has a new key. Cost is the CPU time of the process.',
    tables: [
      {
        title: 'An order',
        columns: ['', 'µs of CPU'],
        rows: [
          ['a transaction', spread(plain!, 1)],
          ['once()', spread(keyed!, 1)],
        ],
      },
    ],
    budgets: [
      {
        what: 'once() in SQLite',
        budget: `≤ ${MOST} µs above the transaction`,
        measured: `${spread(above, 1)} µs`,
        met: median(above) <= MOST,
      },
    ],
    data: found,
  }
}

function createContestant(place: Place): Contestant {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, book TEXT)')
  const statement = db.prepare("INSERT INTO orders (book) VALUES ('Emma')")
  const insert = (): number => Number(statement.run().lastInsertRowid)
  let order = 0
  return {
    check: () => place(db, insert, order++),
    run(times) {
      for (let i = 0; i < times; i++) place(db, insert, order++)
    },
  }
}
