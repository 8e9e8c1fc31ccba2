import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints the test files that took longest, so that somebody who makes `npm test` slower sees it. A file that is too slow
 * for `npm test` gets `.long.` in its name.
 */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const slowest = files
      .map((file) => {
        const { collectDuration, setupDuration, duration } = file.diagnostic()
        return { name: file.relativeModuleId, ms: collectDuration + setupDuration + duration }
      })
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 10)

    console.log('\n The slowest files, in seconds with their imports:')
    for (const { name, ms } of slowest)
      console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`)
  }
}
