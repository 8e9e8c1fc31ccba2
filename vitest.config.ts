import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['framework-source'] },
  ssr: { resolve: { conditions: ['framework-source'] } },
  test: {
    include: ['{src,conformance,soak}/**/*.test.{ts,tsx}', 'demos/*/*.test.ts'],
    testTimeout: 30_000,
    // Some tests spend seconds waiting for something to expire; a third worker on two cores uses that time.
    maxWorkers: '150%',
    // An unhandled rejection anywhere fails the run: an abort must never leave one behind.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
