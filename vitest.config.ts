import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['framework-source'] },
  ssr: { resolve: { conditions: ['framework-source'] } },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'demos/*/*.test.ts'],
    testTimeout: 30_000,
    // An unhandled rejection anywhere fails the run: an abort must never leave one behind.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
