import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createTestApp } from '../testing/index.ts'
import { sourceAliases } from '../vite/app.fixture.ts'

const repository = join(import.meta.dirname, '../../..')
const plugin = JSON.stringify(pathToFileURL(join(repository, 'src/tools/vite/index.ts')).href)

/** An app whose `start` sends the mails that are due: it writes them into a table. */
const files = {
  'package.json': '{"type":"module"}',
  'vite.config.ts': `
    const { framework } = await import(${plugin} + '')
    export default {
      plugins: [framework()],
      resolve: { alias: ${JSON.stringify(sourceAliases)} },
    }
  `,
  'app/jobs.server.ts': `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync(process.env.FIXTURE_DB, { timeout: 60_000 })
    const take = db.prepare(
      'delete from jobs where id = (select id from jobs order by id limit 1) returning id, slow',
    )
    const send = db.prepare('insert into mails values (?, ?)')
    export async function work({ repeat, closed }) {
      await repeat(20, async () => {
        const job = take.get()
        if (job === undefined) return false
        console.log('- job begins')
        if (job.slow) await new Promise((resolve) => setTimeout(resolve, 500))
        send.run(job.id, process.pid)
        return true
      })
      await closed
      db.close()
      console.log('- closed')
    }
  `,
  'app/root.tsx': `
    import { Links, Outlet, Scripts } from 'framework/react'
    export default () => <html lang="en"><head><title>Shop</title><Links /></head><body><main><h1>Shop</h1><Outlet /></main><Scripts /></body></html>
  `,
  'app/router.ts': `
    import { createRouter } from 'framework/fetch-router'
    import { cop } from 'framework/cop-middleware'
    import { work } from './jobs.server'
    export const start = (args) => work(args)
    export default function createApp(pages) {
      const router = createRouter({ middleware: [cop()] })
      router.map('/*', pages)
      return router
    }
  `,
  'app/routes/_index.tsx': 'export default () => <p>Home</p>',
  'app/routes/about.tsx': `
    export const prerender = true
    export default () => <p>About</p>
  `,
}

let root: string
let db: DatabaseSync
const children: ChildProcess[] = []

beforeAll(async () => {
  await mkdir(join(repository, '.framework'), { recursive: true })
  root = await mkdtemp(join(repository, '.framework/fixture-'))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
  process.env['FIXTURE_DB'] = join(root, 'shop.sqlite')
  db = new DatabaseSync(process.env['FIXTURE_DB'], { timeout: 60_000 })
  db.exec(
    'pragma journal_mode = wal; create table jobs (id integer primary key, slow integer); create table mails (job integer, process integer)',
  )
})
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  db.close()
  delete process.env['FIXTURE_DB']
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => db.exec('delete from jobs; delete from mails'))

const addJob = (slow = 0): void => void db.prepare('insert into jobs (slow) values (?)').run(slow)
const countOf = (table: 'jobs' | 'mails'): unknown =>
  db.prepare(`select count(*) as count from ${table}`).get()!['count']

function start(...args: string[]) {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: root,
    env: { ...inherited, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { text: '' }
  child.stdout.on('data', (chunk) => (output.text += chunk))
  child.stderr.on('data', (chunk) => (output.text += chunk))
  return { child, output, ended: once(child, 'close') }
}

describe('start of an app', () => {
  it.each([
    ['build'],
    ['routes'],
    ['check'],
    ['check', '--pages'],
    ['prove', '--writes', '--time', '5'],
  ])('is not called by framework %s', { timeout: 180_000 }, async (...args) => {
    addJob()
    const { ended, output } = start(...args)
    const [code] = await ended
    expect([code, output.text]).toEqual([0, expect.anything()])
    expect([countOf('jobs'), countOf('mails')]).toEqual([1, 0])
  })

  it('is not called in a test that does not ask for it', async () => {
    addJob()
    const app = await createTestApp({ root })
    expect((await app.fetch('/')).status).toBe(200)
    await app.close()
    expect([countOf('jobs'), countOf('mails')]).toEqual([1, 0])
  })

  it('is called in a test that asks for it', async () => {
    addJob()
    const app = await createTestApp({ root }, { start: true })
    await eventually(() => expect(countOf('mails')).toBe(1))
    await app.close()
  })

  it('does the job once in framework start, and ends it before the process ends', async () => {
    addJob(1)
    const { child, output, ended } = start('start', '--port', '0')
    await eventually(() => expect(output.text).toContain('- job begins'))
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
    expect([countOf('jobs'), countOf('mails')]).toEqual([0, 1])
    expect(output.text).toContain('- closed')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends its job if framework dev gets %s',
    async (signal) => {
      addJob(1)
      const { child, output, ended } = start('dev', '--port', '0')
      await eventually(() => expect(output.text).toContain('- job begins'))
      child.kill(signal)
      await ended
      expect([countOf('jobs'), countOf('mails')]).toEqual([0, 1])
      expect(output.text).toContain('- closed')
    },
  )

  it('runs in each of several processes, which share the jobs', async () => {
    const all = [start('start', '--port', '0'), start('start', '--port', '0')]
    for (const { output } of all) {
      await eventually(() => expect(output.text).toContain('Listening'))
    }
    for (let i = 0; i < 40; i++) addJob(i % 8 === 0 ? 1 : 0)
    await eventually(() => expect([countOf('jobs'), countOf('mails')]).toEqual([0, 40]))
    const { processes, jobs } = db
      .prepare(
        'select count(distinct process) as processes, count(distinct job) as jobs from mails',
      )
      .get()!
    expect([processes, jobs]).toEqual([2, 40])
    for (const { child, ended } of all) {
      child.kill('SIGTERM')
      expect(await ended).toEqual([null, 'SIGTERM'])
    }
  })
})
