/**
 * Sends 100,000 requests that are aborted at random moments, then ten minutes of mixed load with slow clients. Exits with
 * 1 if the server crashed or leaked something. `once` sends 100,000 submissions instead, through a proxy that cuts
 * connections, to servers and a database that are killed. Exits with 1 if one has two effects, or none.
 *
 *     node scripts/soak.ts [aborts] [minutes]
 *     node scripts/soak.ts once [submissions]
 */
import { runChaos } from '../soak/once.ts'
import { runSoak } from '../soak/run-soak.ts'

if (process.argv[2] === 'once') {
  const { double, lost, postgresKills, repeats, serverKills } = await runChaos(
    Number(process.argv[3] ?? 100_000),
  )
  console.log(
    `${serverKills} kills of a server, ${postgresKills} of Postgres, ${repeats} repeats, ${double.length} double, ${lost.length} lost`,
  )
  process.exit(double.length + lost.length === 0 ? 0 : 1)
}

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
