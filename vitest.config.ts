import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['framework-source'] },
  ssr: { resolve: { conditions: ['framework-source'] } },
  test: {
    include: ['{src,conformance,soak}/**/*.test.{ts,tsx}', 'demos/*/*.test.ts'],
    testTimeout: 30_000,
    // The default leaves a core to a watching person, which is half of a small machine.
    maxWorkers: '100%',
    // An unhandled rejection anywhere fails the run: an abort must never leave one behind.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
