import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cookie } from '../http/headers/index.ts'
import { eventually } from '../internal/fixtures/eventually.fixture.ts'
import {
  startForgetfulPostgres,
  startForgetfulProxy,
} from '../internal/fixtures/forgetful-proxy.fixture.ts'
import {
  ClientAddress,
  createFetchHandler,
  createRouter,
  type Middleware,
} from '../router/fetch-router/index.ts'
import type { Bus } from '../state/bus/index.ts'
import { createSession, type SessionStorage } from '../state/session/index.ts'
import { startRedisServer } from '../state/session/redis-server.fixture.ts'

const root = join(import.meta.dirname, '../..')

const closing: (() => unknown)[] = []
let folder: string

// Inside of the repository, where the examples find the packages that they import.
beforeEach(() => {
  mkdirSync(join(root, '.framework'), { recursive: true })
  folder = mkdtempSync(join(root, '.framework/guides-'))
  closing.push(() => rmSync(folder, { recursive: true }))
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Imports a block of a guide, word by word. */
async function importBlock<Module>(guide: string, start: string): Promise<Module> {
  const text = readFileSync(join(root, 'docs', guide), 'utf8')
  const at = text.indexOf(`\`\`\`ts ${start}`)
  expect(at, `${guide} has a block that starts with ${start}`).toBeGreaterThan(0)
  const code = text.slice(text.indexOf('\n', at), text.indexOf('\n```', at))
  const file = join(folder, `${guide}.ts`)
  writeFileSync(file, code)
  return (await import(/* @vite-ignore */ file)) as Module
}

async function startPostgres() {
  const postgres = await startForgetfulPostgres()
  closing.push(() => postgres.close())
  return postgres
}

async function startRedis() {
  const redis = await startRedisServer()
  closing.push(() => redis.close())
  const proxy = await startForgetfulProxy(redis.port)
  closing.push(() => proxy.close())
  return { url: `redis://127.0.0.1:${proxy.port}`, forget: () => proxy.forget() }
}

interface Notes {
  openNotes(url: string): {
    list(): Promise<{ id: number; title: string }[]>
    archive(id: number): Promise<void>
  }
}

it('the pool of the guide on databases works again after its connections have died in silence, also those of transactions', async () => {
  const postgres = await startPostgres()
  const sql = new Client(postgres.direct)
  await sql.connect()
  closing.push(() => sql.end())
  await sql.query(`create table notes (id serial primary key, title text not null);
    create table archive (like notes); insert into notes (title) values ('Milk'), ('Tea')`)

  const { openNotes } = await importBlock<Notes>(
    'database.md',
    'file=notes.server.ts example=postgres',
  )
  const notes = openNotes(postgres.url)
  // Ten connections: all that the pool may have.
  await Promise.all(Array.from({ length: 10 }, () => notes.list()))
  postgres.forget()
  const lost = Array.from({ length: 10 }, (_, i) => (i % 2 ? notes.list() : notes.archive(1)))
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(
    Array(10).fill('rejected'),
  )

  await notes.archive(1)
  expect(await notes.list()).toEqual([{ id: 2, title: 'Tea' }])
})

interface Shared {
  openShared(env: Record<string, string>): Promise<{
    bus: Bus
    limit: Middleware
    responses: Middleware
    sessions: SessionStorage
  }>
}

it('the setup of the guide on deployment works again after its connections have died in silence', async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const { openShared } = await importBlock<Shared>('deployment.md', 'file=app/shared.server.ts')
  const { bus, limit, responses, sessions } = await openShared({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET: 'a secret of more than 16 bytes',
  })
  closing.push(() => bus.close())
  const router = createRouter({ bus, middleware: [limit, responses] })
  let made = 0
  router.get('/books/:slug', () => new Response(`made ${++made}`))
  const fetch = createFetchHandler(router, {
    provide: (context) => context.set(ClientAddress, '10.0.0.1'),
  })
  const read = async () => (await fetch(new Request('http://app/books/dune'))).text()
  const cookie = (await sessions.commitSession(createSession({ cart: 'Dune' }))).split(';')[0]!
  expect(new Cookie(cookie).size).toBe(1)
  const cart = async () => (await sessions.getSession(cookie)).get('cart')
  await eventually(async () => expect(await read()).toBe(await read())) // The client of Redis is connected.

  postgres.forget()
  redis.forget()
  await eventually(async () => expect(await cart()).toBe('Dune'))
  await eventually(async () => expect(await read()).toBe(await read()))
  await bus.publish(['book:dune'])
})
