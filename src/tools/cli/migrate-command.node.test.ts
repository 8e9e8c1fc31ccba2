import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('framework migrate', () => {
  it('says how to run the package if it is not installed', async () => {
    await expect(migrate(createFolder(), '../old')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run: npx framework-migrate ../old-app'),
    })
  })

  it('runs the installed package, which reads the options and says the exit code', async () => {
    const folder = createFolder()
    const installed = join(folder, 'node_modules/framework-migrate')
    mkdirSync(installed, { recursive: true })
    writeFileSync(
      join(installed, 'package.json'),
      '{ "name": "framework-migrate", "type": "module", "exports": "./index.js" }',
    )
    writeFileSync(
      join(installed, 'index.js'),
      'export async function run(args, output) { output.out(args.join("\\n")); return 3 }',
    )
    await expect(migrate(folder, '../old', '--dry', '--help')).rejects.toMatchObject({
      code: 3,
      stdout: '../old\n--dry\n--help\n',
    })
  })
})

function migrate(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  return promisify(execFile)(process.execPath, [main, 'migrate', ...args], { cwd })
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framework-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
