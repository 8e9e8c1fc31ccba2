import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Starts with `node node_modules/vitest/vitest.mjs run --config e2e/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.framework/**', 'engines/**'],
    globalSetup: join(import.meta.dirname, 'setup/global-setup.ts'),
    // With more files at the same time, tests fail on a small machine.
    maxWorkers: 2,
    // A browser on a busy machine can miss a deadline. A test that fails three times is broken.
    retry: 2,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
  },
})
