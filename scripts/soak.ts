/**
 * 100,000 requests aborted at random moments and ten minutes of mixed load with slow clients. Ends with 1 if the server crashed or
 * is not as it was before.
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

for (const problem of problems) console.error(`Not as before: ${problem}`)
console.log(
  problems.length === 0 ? 'All is as it was before.' : 'The server is not as it was before.',
)
process.exit(problems.length === 0 ? 0 : 1)
