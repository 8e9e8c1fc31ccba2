import { defineConfig } from 'vitest/config'
import { portableFolders } from './runtimes/portable.ts'

const portable = `src/{${portableFolders().join(',')}}/**/!(*.node).test.ts`

export default defineConfig({
  resolve: { conditions: ['framework-source'] },
  ssr: { resolve: { conditions: ['framework-source'] } },
  test: {
    // Some tests spend seconds waiting for something to expire; a third worker on two cores uses that time.
    maxWorkers: '150%',
    // An unhandled rejection anywhere fails the run: an abort must never leave one behind.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'portable',
          include: [portable],
          testTimeout: 30_000,
          // On the other runtimes, the tests of a folder share their modules, too. A new process for each file takes longer
          // than its tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{src,conformance,soak}/**/*.test.{ts,tsx}', 'demos/*/*.test.ts'],
          exclude: ['**/node_modules/**', portable],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
