import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Starts with `node node_modules/vitest/vitest.mjs run --config e2e/vitest.config.ts`, after `npm run build`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.framework/**', 'engines/**'],
    globalSetup: join(import.meta.dirname, 'setup/global-setup.ts'),
    // Two browsers' worth of work at once is what a small machine can do without tests timing out for lack of it.
    maxWorkers: 2,
    // A browser on a busy machine can miss a deadline; what fails three times is broken.
    retry: 2,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
  },
})
