import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createOldApp, reactRouter } from './old-app.fixture.ts'

describe('framework-migrate', () => {
  it('in the folder of a stranger runs nothing, and prints nothing that a terminal obeys', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'app/\u001b[2J\u009b31m\u202e\n✓ Done.tsx': "import { defer } from 'react-router'\ndefer()\n",
      'postcss.config.cjs': "require('fs').writeFileSync('ran', '')\nmodule.exports = {}\n",
    })
    const main = join(import.meta.dirname, 'main.ts')
    const args = [main, '--no-run', '--framework', '^1.0.0']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder })
    expect(stdout).toContain('app/\\u001b[2J\\u009b31m\\u202e\\u000a✓ Done.tsx:1')
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})
