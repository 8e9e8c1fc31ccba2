import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { portableFolders } from './runtimes/portable.ts'
import { patience, processRetries } from './src/internal/fixtures/patience.fixture.ts'

const endOfTests = fileURLToPath(new URL('scripts/end-of-tests.ts', import.meta.url))

/** Tests that only pass values around, such as a `Request` and a `Response`. */
const plain = `src/{${portableFolders().join(',')},tools/panel,pages/server,tools/vite}/**/!(*.node).test.ts`

/** Builds of whole apps, databases, models and work counters. They run in `npm run test:all` only. */
const long = '{src,conformance,migrate,soak}/**/*.long.*'

export default defineConfig({
  resolve: { conditions: ['framework-source'] },
  ssr: { resolve: { conditions: ['framework-source'] } },
  test: {
    // Some tests spend seconds waiting for something to expire; a third worker on two cores uses that time.
    // In percent, Vitest would allow at most one for each core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', endOfTests],
    testTimeout: patience,
    hookTimeout: patience,
    // An unhandled rejection anywhere fails the run: an abort must never leave one behind.
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: [plain],
          exclude: ['**/node_modules/**', long],
          // A new process for each file takes longer than its tests. On the other runtimes, the tests of a folder share
          // their modules, too.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            '{src,conformance,migrate,soak,scripts}/**/*.test.{ts,tsx}',
            'demos/*/*.test.ts',
          ],
          exclude: ['**/node_modules/**', plain, long],
          retry: processRetries,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: [`${long}test.{ts,tsx}`], retry: processRetries },
      },
    ],
  },
})
