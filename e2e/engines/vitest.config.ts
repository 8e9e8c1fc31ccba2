import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Starts with `node node_modules/vitest/vitest.mjs run --config e2e/engines/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, 'setup.ts'),
    // Each file is one browser, which waits half of the time, so two cores can run all three.
    maxWorkers: 3,
    // A browser on a busy machine can miss a deadline. A test that fails three times is broken.
    retry: 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 25 } },
    hookTimeout: 90_000,
  },
})
