import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProofReport } from './prove-options.ts'
import { runProof } from './run-proof.ts'

const source = join(import.meta.dirname, '../..')
const sourceOf = (folder: string): string =>
  JSON.stringify(pathToFileURL(join(source, folder, 'index.ts')).href)

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'proof-'))
})
afterAll(async () => {
  await rm(root, { recursive: true })
})

async function run(code: string, options = {}, usersCode?: string): Promise<ProofReport> {
  const entry = join(root, 'app.ts')
  const users = usersCode === undefined ? undefined : join(root, 'users.ts')
  if (users) await writeFile(users, usersCode!)
  await writeFile(
    entry,
    `import { createRouter } from ${sourceOf('router/fetch-router')}
import { text } from ${sourceOf('http/response')}
const router = createRouter()
export default router
${code}`,
  )
  const given = { time: 60_000, writes: false, ...options }
  return runProof({ root, entry, users, mode: 'test', options: given })
}

describe('framework prove', { timeout: 120_000 }, () => {
  it('goes on after a request that blocks the process, and reports everything that it found', async () => {
    const { faults, strangers } = await run(`
      router.get('/first', ({ url }) => {
        if (url.searchParams.get('page') === 'abc') throw new Error('first')
        return text('first')
      })
      router.get('/slow', ({ url }) => {
        if (url.searchParams.get('id') === '-1') for (;;);
        return text('slow')
      })
      router.get('/last', ({ url }) => {
        if (url.searchParams.get('limit') === '1e400') throw new Error('last')
        return text('last')
      })
    `)
    expect(faults.map(({ routes, curl }) => [...routes, curl])).toEqual([
      ['GET /first', expect.stringContaining("'http://localhost:3000/first?page=abc'")],
      ['GET /slow', expect.stringContaining("'http://localhost:3000/slow?id=-1'")],
      ['GET /last', expect.stringContaining("'http://localhost:3000/last?limit=1e400'")],
    ])
    expect(faults[1]).toMatchObject({
      rule: 'crash',
      says: 'blocked the process for more than 5 s, so no other visitor gets a response. The other requests to this route were not sent',
    })
    expect(strangers).toEqual(['GET /first', 'GET /last'])
  })

  it('goes on after a request that ends the process', async () => {
    const { faults } = await run(`
      router.get('/exit', () => process.exit(3))
      router.get('/other', ({ url }) => {
        if (url.searchParams.get('page') === '-1') throw new Error('other')
        return text('other')
      })
    `)
    expect(faults.map(({ routes, says }) => [...routes, says])).toEqual([
      ['GET /exit', expect.stringContaining('ended the process with exit code 3')],
      ['GET /other', 'got a 500'],
    ])
  })

  it('does not take an app for blocked that gets no time of a busy machine', async () => {
    // It says that it lives. Then the process is stopped for 7 seconds, and then its thread waits.
    const { faults } = await run(`
      import { spawn } from 'node:child_process'
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      spawn('sh', ['-c', \`sleep 7; kill -CONT \${process.pid}\`])
      process.kill(process.pid, 'SIGSTOP')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7_000)
      router.get('/', () => text('home'))
    `)
    expect(faults).toEqual([])
  })

  it('says which signal ended the process', async () => {
    await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow(
      'Cannot attack the app: it ended the process with SIGKILL before the first request.',
    )
  })

  it('says in which line of the file of users a sign-in failed', async () => {
    const sign = (body: string): Promise<ProofReport> => run('', {}, body)
    await expect(
      sign(`const log = () => { throw new TypeError('no such account') }
export default { ada: () =>
  log() }`),
    ).rejects.toThrow(
      /^Cannot sign in the user "ada": no such account\n +at log \(.*users\.ts:1:\d+\)\n +at .*users\.ts:3:3\)\n/,
    )
    await expect(sign('export const users = {}')).rejects.toThrow(
      /^Cannot use the users of .*users\.ts: its default export is undefined\. Export an object/,
    )
    await expect(sign(`import './nowhere.ts'`)).rejects.toThrow(
      /^Cannot import .*users\.ts: Cannot find module/,
    )
  })

  it('says why an app cannot be attacked', async () => {
    await expect(run(`throw new Error('no database')`)).rejects.toThrow('no database')
    await expect(run(`process.exit(2)`)).rejects.toThrow(
      'Cannot attack the app: it ended the process with exit code 2 before the first request.',
    )
  })
})
