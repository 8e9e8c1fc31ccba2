import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from './support/shop.ts'

const users = ['--users', 'e2e/support/prove-users.ts']
const program = join(import.meta.dirname, '../../../dist/tools/cli/main.js')

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Runs `framework prove`, always with the same database. */
function prove(...options: string[]): Promise<string> {
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, ADMIN_PASSWORD: adminPassword, DATA_DIR: directory }
  const cwd = join(import.meta.dirname, '..')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'prove', ...options, ...users],
      { cwd, env },
      (_, out, error) => resolve(out + error),
    )
  })
}

it('holds against the attacks of framework prove, and opens no other routes than strangers.txt has', async () => {
  const output = await prove('--time', '20', '--strangers', 'strangers.txt')
  expect(output).toMatch(/Found no faults\.\n$/)
})

it('can be attacked again with the users of the last time', async () => {
  const output = await prove('--time', '1', '--only', '/orders/:number')
  expect(output).toMatch(/Found no faults\.\n$/)
})
