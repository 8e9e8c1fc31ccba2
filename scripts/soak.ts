/**
 * Sends 100,000 requests that are aborted at random moments, then ten minutes of mixed load with slow clients. Exits with
 * 1 if the server crashed or leaked something.
 *
 *     node scripts/soak.ts [aborts] [minutes]
 */
import { runSoak } from '../soak/run-soak.ts'

const aborts = Number(process.argv[2] ?? 100_000)
const minutes = Number(process.argv[3] ?? 10)

const { problems } = await runSoak({
  aborts,
  milliseconds: minutes * 60_000,
  onStep: (line) => console.log(`${new Date().toISOString()} ${line}`),
})

for (const problem of problems) console.error(`Problem: ${problem}`)
console.log(
  problems.length === 0 ? 'The server works as before.' : 'The server does not work as before.',
)
process.exit(problems.length === 0 ? 0 : 1)
