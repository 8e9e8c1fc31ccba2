import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import { validator } from 'hono/validator'
import type * as FetchRouter from 'framework/fetch-router'
import { openapi } from 'framework/openapi'
import { get, post, route, type RouteMap } from 'framework/routes'
import { json } from 'framework/response'
import { z } from 'zod'
import { compare, speedRatios, timing, type Cases, type Contestant } from './compare.ts'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** A checkout of an earlier commit with its `dist/`, to see what contracts cost a route that has none. */
const before = process.env['FRAMEWORK_BEFORE']

const Book = z.object({
  title: z.string().trim().min(1).max(80),
  author: z.string().min(1),
  pages: z.int().min(1),
  tags: z.array(z.string()),
  address: z.object({ city: z.string(), zip: z.string() }),
})

const Form = z.object({
  title: z.string().trim().min(1).max(80),
  author: z.string().min(1),
  genre: z.enum(['fiction', 'nature', 'history']),
  year: z.int().min(1400),
  pages: z.int().min(1),
  price: z.number().min(0),
  stock: z.int().min(0),
  blurb: z.string(),
  pick: z.boolean(),
  tags: z.array(z.string()),
})

const jsonBody = JSON.stringify({
  title: ' Dune ',
  author: 'Frank Herbert',
  pages: 412,
  tags: ['sand', 'spice', 'worms'],
  address: { city: 'Arrakeen', zip: '10191' },
})

const formBody = new URLSearchParams([
  ['title', ' Dune '],
  ['author', 'Frank Herbert'],
  ['genre', 'fiction'],
  ['year', '1965'],
  ['pages', '412'],
  ['price', '18.90'],
  ['stock', '3'],
  ['blurb', 'A planet of sand, and what lives in it.'],
  ['pick', 'on'],
  ['tags', 'sand'],
  ['tags', 'spice'],
]).toString()

/** Everything that is timed, for the processes of the contestants. */
export const cases: Cases = {
  'dispatch without a contract': {
    framework: () => dispatch(undefined),
    ...(before !== undefined && { 'the build before': () => dispatch(before) }),
  },
  'a JSON body': jsonCase('text'),
  'a JSON body, the response read as bytes': jsonCase('arrayBuffer'),
  'a form of 10 fields': {
    framework: async () => {
      const router = await createRouter()
      const routes = route({ create: post('/books', { body: Form }) })
      router.map(routes.create, ({ input }) => json(input.body))
      return sending((request) => router.fetch(request), formBody, formType)
    },
    'framework, by hand': async () => {
      const router = await createRouter()
      router.post('/books', async (context) => json(Form.parse(readForm(await context.text()))))
      return sending((request) => router.fetch(request), formBody, formType)
    },
  },
}

function jsonCase(read: 'text' | 'arrayBuffer'): Cases[string] {
  return {
    framework: async () => {
      const router = await createRouter()
      const routes = route({ create: post('/books', { body: Book }) })
      router.map(routes.create, ({ input }) => json(input.body))
      return sending((request) => router.fetch(request), jsonBody, 'application/json', read)
    },
    'framework, by hand': async () => {
      const router = await createRouter()
      router.post('/books', async (context) => json(Book.parse(await context.json())))
      return sending((request) => router.fetch(request), jsonBody, 'application/json', read)
    },
    hono: () => {
      const app = new Hono()
      // What @hono/standard-validator does.
      const check = validator('json', async (value, context) => {
        const result = await Book['~standard'].validate(value)
        return result.issues ? context.json(result.issues, 400) : result.value
      })
      app.post('/books', check, (context) => context.json(context.req.valid('json')))
      return sending((request) => app.fetch(request), jsonBody, 'application/json', read)
    },
  }
}

const formType = 'application/x-www-form-urlencoded'

/** The goals: how many times as fast as a contestant. */
const goals: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'dispatch without a contract': { 'the build before': 0.99 },
  'a JSON body': { 'framework, by hand': 0.9, hono: 1.3 },
  'a JSON body, the response read as bytes': { hono: 1.1 },
  'a form of 10 fields': { 'framework, by hand': 0.8 },
}

export default async function benchContracts({ trial, only }: BenchOptions): Promise<Report> {
  const options = timing(trial, { rounds: { least: 20, most: 40 }, warmUp: 2500 })
  const tables: Report['tables'][number][] = []
  const budgets: Report['budgets'][number][] = []
  const data: Record<string, unknown> = {}

  for (const name of Object.keys(cases).filter((each) => only === undefined || only === each)) {
    const found = await compare(import.meta.filename, name, cases[name]!, options)
    data[name] = found
    const ours = found['framework']!
    tables.push({
      title: name,
      columns: ['', 'µs of CPU', 'framework is × as fast'],
      rows: Object.entries(found).map(([contestant, { cpu }]) => [
        contestant,
        spread(
          cpu.map((cost) => cost / 1e3),
          2,
        ),
        spread(speedRatios(ours.cpu, cpu)),
      ]),
    })
    for (const [contestant, goal] of Object.entries(goals[name]!)) {
      const peer = found[contestant]
      if (peer === undefined) continue
      const ratios = speedRatios(ours.cpu, peer.cpu)
      budgets.push({
        what: name,
        budget: `≥ ${goal} × ${contestant}`,
        measured: spread(ratios),
        met: median(ratios) >= goal,
      })
    }
  }

  if (only === undefined || only === 'openapi') {
    const found = Array.from({ length: trial ? 1 : 9 }, () => timeDocument(1_000))
    data['openapi'] = found
    const again = found.map((times) => times.again)
    tables.push({
      title: 'openapi() of 1,000 routes',
      columns: ['', 'ms of CPU'],
      rows: [
        [
          'with the JSON Schemas, which zod creates',
          spread(
            found.map(({ first }) => first),
            1,
          ),
        ],
        ['alone', spread(again, 1)],
      ],
    })
    budgets.push({
      what: 'openapi() of 1,000 routes, alone',
      budget: '≤ 100 ms',
      measured: `${spread(again, 1)} ms`,
      met: median(again) <= 100,
    })
  }

  return {
    title: 'Contracts',
    about:
      'A route with a contract of zod schemas, the same by hand, and Hono with the same schema. Each contestant parses the ' +
      'body, validates it and sends the result as JSON. With FRAMEWORK_BEFORE, also the dispatch of an earlier build. ' +
      'Cost is the CPU time of the process.',
    tables,
    budgets,
    data,
  }
}

async function createRouter(folder?: string): Promise<FetchRouter.Router> {
  const module = (await import(
    folder === undefined
      ? 'framework/fetch-router'
      : pathToFileURL(join(folder, 'dist/router/fetch-router/index.js')).href
  )) as typeof FetchRouter
  return module.createRouter()
}

async function dispatch(folder: string | undefined): Promise<Contestant> {
  const router = await createRouter(folder)
  const response = (): Response => new Response('a book')
  router.get('/books/:slug', response)
  const request = new Request('https://example.com/books/dune')
  return contestant(() => router.fetch(request))
}

function sending(
  fetch: (request: Request) => Response | Promise<Response>,
  body: string,
  type: string,
  read?: 'text' | 'arrayBuffer',
): Contestant {
  const headers = { 'Content-Type': type }
  return contestant(
    () => fetch(new Request('https://example.com/books', { method: 'POST', headers, body })),
    read,
  )
}

function contestant(
  fetch: () => Response | Promise<Response>,
  read: 'text' | 'arrayBuffer' = 'text',
): Contestant {
  return {
    async check() {
      const response = await fetch()
      return [response.status, await response.text()]
    },
    async run(times) {
      for (let i = 0; i < times; i++) await (await fetch())[read]()
    },
  }
}

/** Reads the form as an app would without contracts. */
function readForm(text: string): unknown {
  const form = new URLSearchParams(text)
  const number = (name: string) => Number(form.get(name) ?? Number.NaN)
  return {
    title: form.get('title') ?? '',
    author: form.get('author') ?? '',
    genre: form.get('genre') ?? '',
    year: number('year'),
    pages: number('pages'),
    price: number('price'),
    stock: number('stock'),
    blurb: form.get('blurb') ?? '',
    pick: form.get('pick') === 'on',
    tags: form.getAll('tags'),
  }
}

/** The milliseconds of a document of new schemas, and of the same document again. JSON Schemas are created once. */
function timeDocument(count: number): { first: number; again: number } {
  const map: Record<string, unknown> = {}
  for (let i = 0; i < count; i++) {
    const New = z.object({ title: z.string().min(1), pages: z.int(), tags: z.array(z.string()) })
    const Found = z.object({ slug: z.string(), title: z.string() })
    map[`list${i}`] =
      i % 2 === 0
        ? get(`/books${i}`, { search: z.object({ page: z.int().default(1) }), returns: Found })
        : post(`/books${i}/:id`, { body: New, returns: { 201: Found } })
  }
  const routes = route(map as never) as RouteMap
  const time = (): number => {
    const start = process.cpuUsage()
    const { paths } = openapi(routes, { title: 'Books', version: '1' })
    const { user, system } = process.cpuUsage(start)
    if (Object.keys(paths).length !== count) throw new Error('Cannot compare: paths are missing')
    return (user + system) / 1e3
  }

  return { first: time(), again: time() }
}
