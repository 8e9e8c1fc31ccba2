import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import {
  browserPatience,
  browserRetries,
  patience,
} from '../src/internal/fixtures/patience.fixture.ts'

// Starts with `node node_modules/vitest/vitest.mjs run --config site/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'build/**'],
    env: { NODE_ENV: 'production' },
    retry: browserRetries,
    reporters: ['default', join(import.meta.dirname, '../scripts/end-of-tests.ts')],
    testTimeout: patience,
    expect: { poll: { timeout: browserPatience } },
    hookTimeout: patience,
  },
})
