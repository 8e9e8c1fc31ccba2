import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(repository, 'node_modules/.end-of-tests-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('names each test that passed only when it ran again', async () => {
  await writeFile(
    join(folder, 'shaky.test.ts'),
    `
    import { describe, expect, it } from 'vitest'

    let runs = 0
    describe('a server', () => {
      it('starts at the second try', () => expect(++runs).toBe(2))
      it('starts at once', () => {})
    })
    `,
  )
  const reporter = join(repository, 'scripts/end-of-tests.ts')
  const args = ['run', '--root', folder, '--retry', '1', '--reporter', reporter]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(repository, 'node_modules/vitest/vitest.mjs'), ...args],
    { env: { ...process.env, NO_COLOR: '1', VITEST: '' } },
  )
  const [, repeated] = /ran again:\n([^]*?)\n\n/.exec(stdout) ?? []
  expect(repeated?.trim()).toBe('shaky.test.ts > a server > starts at the second try')
})
