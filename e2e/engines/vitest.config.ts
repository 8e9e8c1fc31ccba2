import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import {
  browserPatience,
  browserRetries,
  patience,
} from '../../src/internal/fixtures/patience.fixture.ts'

// Starts with `node node_modules/vitest/vitest.mjs run --config e2e/engines/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, 'setup.ts'),
    // Each file is one browser, which waits half of the time, so two cores can run all three.
    maxWorkers: 3,
    retry: browserRetries,
    reporters: ['default', join(import.meta.dirname, '../../scripts/end-of-tests.ts')],
    testTimeout: patience,
    expect: { poll: { timeout: browserPatience, interval: 25 } },
    hookTimeout: patience,
  },
})
