import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import {
  browserPatience,
  browserRetries,
  patience,
} from '../../../src/internal/fixtures/patience.fixture.ts'

// Starts with `node node_modules/vitest/vitest.mjs run --config demos/bookstore/e2e/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: join(import.meta.dirname, 'support/build-shop.ts'),
    // With more files at the same time, tests fail on a small machine.
    maxWorkers: 2,
    retry: browserRetries,
    reporters: ['default', join(import.meta.dirname, '../../../scripts/end-of-tests.ts')],
    testTimeout: patience,
    expect: { poll: { timeout: browserPatience } },
    hookTimeout: patience,
  },
})
