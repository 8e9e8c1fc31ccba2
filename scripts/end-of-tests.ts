import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints, at the end of a run, the tests that passed only when they ran again, and the test files that took longest.
 *
 * A test that needs a second try has a fault, or a browser has crashed. A file that is too slow for `npm test` gets `.long.`
 * in its name.
 */
export default class EndOfTests implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    printRepeated(files)
    printSlowest(files)
  }
}

function printRepeated(files: readonly TestModule[]): void {
  const repeated = files.flatMap((file) =>
    [...file.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `   ${file.relativeModuleId} > ${test.fullName}`),
  )
  if (repeated.length === 0) return

  console.log('\n Tests that failed, and passed when they ran again:')
  for (const line of repeated) console.log(line)
}

function printSlowest(files: readonly TestModule[]): void {
  const slowest = files
    .map((file) => {
      const { collectDuration, setupDuration, duration } = file.diagnostic()
      return { name: file.relativeModuleId, ms: collectDuration + setupDuration + duration }
    })
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)

  console.log('\n The slowest files, in seconds with their imports:')
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`)
}
