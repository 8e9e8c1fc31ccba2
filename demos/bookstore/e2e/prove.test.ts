import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adminPassword } from './support/shop.ts'

const users = ['--users', 'e2e/support/prove-users.ts']
const program = join(import.meta.dirname, '../../../dist/tools/cli/main.js')

it('holds against the attacks of framework prove, and opens no other routes than strangers.txt has', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, ADMIN_PASSWORD: adminPassword, DATA_DIR: directory }
  const output = await new Promise<string>((resolve) => {
    const cwd = join(import.meta.dirname, '..')
    execFile(
      process.execPath,
      [program, 'prove', ...'--time 20 --strangers strangers.txt'.split(' '), ...users],
      { cwd, env },
      (_, out, error) => resolve(out + error),
    )
  })
  await rm(directory, { recursive: true, force: true })
  expect(output).toMatch(/Found no faults\.\n$/)
})
