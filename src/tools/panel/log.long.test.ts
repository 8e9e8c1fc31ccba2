import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createRouter, type Router, type RouterOptions } from '../../router/fetch-router/index.ts'
import { cache } from '../../middleware/cache/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { errorDetails } from '../vite/error-page.ts'
import { Log, type Entry } from './log.ts'
import { recordEvents } from './record-events.ts'
import type { RequestRecord } from './records.ts'
import { describeWaits } from './waits.ts'

/** A log, and a router that it watches as the dev server would. */
function createWatched(options: RouterOptions = {}) {
  const log = new Log('/project', errorDetails)
  let current: Entry | undefined
  const router = createRouter({
    ...options,
    observe: [{ middleware: true, event: recordEvents(log, () => current) }],
  }) as Router
  const send = async (path: string, init?: RequestInit): Promise<RequestRecord> => {
    const request = new Request(`https://shop.test${path}`, init)
    const entry = (current = log.begin(request))
    try {
      const response = await router.fetch(request)
      log.respond(entry, response)
      current = undefined
      await response.text()
    } catch (error) {
      log.addError(error, 'router', { entry })
    }
    return entry.record
  }
  return { log, router, send }
}

const types = ({ steps }: RequestRecord) => steps.map(({ type, name }) => `${type} ${name}`)

describe('the log of a dev server', () => {
  it('has a request with its route, its steps, its response and five headers', async () => {
    const outer = {
      async outer(_: unknown, next: () => Promise<Response>) {
        return next()
      },
    }.outer
    const { router, send } = createWatched({ middleware: [outer as never] })
    router.get(
      '/books/:slug',
      () =>
        new Response('Dune', {
          headers: { 'Cache-Control': 'no-store', Vary: 'Accept', 'X-Own': 'no' },
        }),
    )
    const record = await send('/books/dune?page=2')
    expect(record).toMatchObject({
      number: 1,
      method: 'GET',
      path: '/books/dune?page=2',
      pattern: '/books/:slug',
      status: 200,
      bytes: 4,
      headers: { 'Cache-Control': 'no-store', Vary: 'Accept' },
    })
    expect(Object.keys(record.headers)).not.toContain('X-Own')
    expect(types(record)).toEqual(['middleware outer'])
    expect(record.ready).toBeLessThanOrEqual(record.ended!)
    expect(record.steps[0]!.end).toBeGreaterThanOrEqual(record.steps[0]!.start)
  })

  it('lets go of the requests that it has forgotten', async () => {
    const { router, send } = createWatched()
    router.get('/', () => new Response('ok'))
    const first = new WeakRef(await send('/'))
    for (let i = 0; i < 201; i++) await send('/')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(first.deref()).toBeUndefined()
  })

  it('has one problem for one error object, with the request', async () => {
    const { log, router, send } = createWatched()
    const failure = new TypeError('The disk is full', { cause: new Error('no space') })
    router.get('/', () => {
      throw failure
    })
    const first = await send('/')
    await send('/')
    const { problems } = log.since(0)
    expect(problems).toMatchObject([
      { message: 'TypeError: The disk is full', causes: ['no space'], count: 1, where: 'router' },
    ])
    expect(first.problems).toEqual([problems[0]!.number])
    expect(log.errors).toBe(1)
  })

  it('counts equal problems as one', () => {
    const log = new Log('/project', errorDetails)
    for (let i = 0; i < 3; i++) log.addError(new Error('same'), 'module')
    log.addError('a string', 'module')
    expect(log.since(0).problems).toMatchObject([
      { message: 'same', count: 3 },
      { message: 'a string', count: 1 },
    ])
  })

  it('nests the run of a cache in the request that caused it', async () => {
    const storage = createMemoryStorage()
    const { router, send } = createWatched({ middleware: [cache({ storage, routes: ['/*'] })] })
    router.get('/page', () => new Response('ok', { headers: { 'Cache-Control': 's-maxage=60' } }))
    router.post('/page', (context) => {
      writes(context, 'all')
      return new Response('ok')
    })
    const record = await send('/page')
    expect(record.cache).toEqual([{ result: 'miss' }, { result: 'store' }])
    const at = record.steps.findIndex(({ type }) => type === 'request')
    expect(record.steps[at]).toMatchObject({ name: 'GET /page', note: '200' })
    expect(record.steps.filter(({ inner }) => inner === at)).toMatchObject([{ type: 'middleware' }])
    expect((await send('/page')).cache).toMatchObject([{ result: 'hit' }])
    const [pass] = (await send('/page', { method: 'POST' })).cache
    expect(pass).toEqual({ result: 'pass', why: 'its method is POST' })
  })

  it('has an open stream without an end, and one that the client left', async () => {
    const { log, router } = createWatched()
    router.get('/', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })))
    const entry = log.begin(new Request('https://shop.test/'))
    const watched = createRouter({ observe: [{ event: recordEvents(log, () => entry) }] })
    watched.get('/', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })))
    const response = await watched.fetch('https://shop.test/')
    log.respond(entry, response)
    expect(entry.record).toMatchObject({ status: 200 })
    expect(entry.record.ended).toBeUndefined()
    await response.body!.cancel()
    // A live stream ends like this when its page is left.
    expect(entry.record).toMatchObject({ status: 200 })
    expect(entry.record.ended).toBeGreaterThan(0)
  })

  it('says what changed since a version, and which numbers it has', async () => {
    const { log, router, send } = createWatched()
    router.get('/', () => new Response(''))
    await send('/')
    const { version } = log.since(0)
    expect(log.since(version).requests).toEqual([])
    await send('/')
    expect(log.since(version)).toMatchObject({ first: 1, requests: [{ number: 2 }] })
  })

  it('reads the numbers of its own responses only', () => {
    const log = new Log('/project', errorDetails)
    expect(log.readMark(`${log.mark}.12`)).toBe(12)
    for (const mark of ['other.12', `${log.mark}.x`, undefined, ''])
      expect(log.readMark(mark)).toBeUndefined()
  })

  it('keeps 200 requests, 200 loads, 100 problems and 500 steps, and cuts texts', async () => {
    const { log, router, send } = createWatched()
    router.get('/*', (context) => {
      if (context.url.pathname === '/many') {
        return router.fetch('https://shop.test/one').then(async (first) => {
          for (let i = 0; i < 600; i++) await (await router.fetch('https://shop.test/one')).text()
          return first
        })
      }
      return new Response('')
    })
    const load = { tab: 't', path: '/', routeId: '', cause: 'document', loaders: [] }
    for (let i = 0; i < 250; i++) {
      await send(`/${'x'.repeat(5000)}`)
      log.addLoad(load)
      log.addError(new Error(`${i} ${'long '.repeat(1000)}`), 'module')
    }
    const all = log.since(0)
    expect(all.first).toBe(51)
    expect(all.firstLoad).toBe(51)
    expect([all.requests.length, all.loads.length, all.problems.length]).toEqual([200, 200, 100])
    for (const { path } of all.requests) expect(path).toHaveLength(2048)
    for (const { message } of all.problems) expect(message).toMatch(/^.{2047}…$/)

    const many = await send('/many')
    expect(many.steps).toHaveLength(500)
    expect(many.moreSteps).toBeGreaterThan(100)
    expect(JSON.stringify(many).length).toBeLessThan(128 * 1024)
  })
  it('has at most 64 KB for a request', async () => {
    const { router, send } = createWatched()
    router.get('/one/*', () => new Response(''))
    router.get('/many', async () => {
      for (let i = 0; i < 60; i++) await router.fetch(`https://shop.test/one/${'x'.repeat(3000)}`)
      return new Response('', { headers: { Vary: 'y'.repeat(5000) } })
    })
    const record = await send('/many')
    expect(record.moreSteps).toBeGreaterThan(20)
    const size = JSON.stringify(record).length
    expect(size).toBeGreaterThan(48 * 1024)
    expect(size).toBeLessThanOrEqual(64 * 1024)
  })

  it('has at most 16 MB, whatever requests, loads and errors bring', async () => {
    const { log, router, send } = createWatched()
    const long = 'long '.repeat(200)
    router.get('/one/*', () => new Response(''))
    router.get('/many', async () => {
      for (let i = 0; i < 80; i++) await router.fetch(`https://shop.test/one/${long}`)
      return new Response('')
    })
    const loader = { id: 'x'.repeat(100), run: true, reason: 'y'.repeat(100) }
    const loaders = Array.from({ length: 60 }, () => loader)
    const frames = Array.from({ length: 50 }, (_, at) => `\n    at ${long} (/${long}${at}.ts:1:2)`)
    for (let i = 0; i < 220; i++) {
      await send('/many')
      log.addLoad({ tab: 't', path: '/', routeId: '', cause: 'document', loaders })
      const cause = new Error(long, { cause: new Error(long, { cause: new Error(long) }) })
      const error = new Error(`${i} ${long}`, { cause })
      log.addError(Object.assign(error, { stack: `${error.message}${frames.join('')}` }), 'module')
    }
    const { problems, requests, ...rest } = log.since(0)
    expect(requests.length).toBeGreaterThan(100)
    expect(requests.length).toBeLessThan(200)
    for (const problem of problems) expect(JSON.stringify(problem).length).toBeLessThan(32 * 1024)
    const whole = JSON.stringify({ problems, requests, ...rest }).length
    expect(whole).toBeGreaterThan(10 * 1024 * 1024)
    expect(whole).toBeLessThanOrEqual(16 * 1024 * 1024)
  })

  it('cuts an error of 16 MB, and a request with many errors', async () => {
    const { log, router, send } = createWatched()
    const huge = 'word '.repeat(3_500_000)
    router.get('/huge', () => {
      throw new Error(huge)
    })
    await send('/huge')
    expect(JSON.stringify(log.since(0)).length).toBeLessThan(16 * 1024)

    const entry = log.begin(new Request('https://shop.test/'))
    for (let i = 0; i < 1000; i++) log.addError(new Error(`${i}`), 'live', { entry })
    expect(entry.record.problems.length).toBe(100)
  })

  it('has the frames of files with brackets and spaces in their path', () => {
    const log = new Log('/my project', errorDetails)
    const stack = [
      'Error: broke',
      '    at loader (/my project/app/routes/($lang).help.tsx:3:4)',
      '    at async /my project/app/routes/(a) b.tsx:5:6',
      '    at Object.get [as x] (file:///my%20project/app/db%20(old).server.ts:7:8)',
      '    at Page (http://localhost:3000/app/routes/($lang).help.tsx?t=1:9:10)',
      'Page@http://localhost:3000/app/routes/($lang).help.tsx?t=1:11:12',
      '    at async Promise.all (index 0)',
      '    at eval (eval at load (/my project/app/a.ts:1:2), <anonymous>:1:2)',
    ]
    log.addError(Object.assign(new Error('broke'), { stack: stack.join('\n') }), 'loader')
    const [{ frames } = { frames: [] }] = log.since(0).problems
    expect(frames.map(({ name, file, line }) => `${name} ${file} ${line}`)).toEqual([
      'loader app/routes/($lang).help.tsx 3',
      ' app/routes/(a) b.tsx 5',
      'Object.get [as x] app/db (old).server.ts 7',
      'Page app/routes/($lang).help.tsx 9',
      'Page app/routes/($lang).help.tsx 11',
    ])
  })

  it('marks the problems of a file that was edited until they happen again, and forgets all: DP-16', () => {
    const log = new Log('/project', errorDetails)
    const failAt = (file: string) => {
      const stack = `Error: ${file}\n    at loader (/project/${file}:1:2)`
      log.addError(Object.assign(new Error(file), { stack }), 'loader')
    }
    failAt('app/a.ts')
    failAt('app/b.ts')
    log.addError(new Error('Two routes are the same'), 'module')
    expect(log.errors).toBe(3)
    log.edited('/project/app/a.ts')
    expect(log.since(0).problems.map(({ isEdited }) => isEdited)).toEqual([true, false, true])
    expect(log.errors).toBe(1)
    failAt('app/a.ts')
    expect(log.errors).toBe(2)

    const { version } = log.since(0)
    log.clearProblems()
    expect(log.since(version)).toMatchObject({ firstProblem: 4, problems: [] })
    expect(log.errors).toBe(0)
  })

  it('names what was thrown, also if it is no Error', () => {
    const log = new Log('/project', errorDetails)
    log.addError({ code: 'E_NONE' }, 'loader')
    log.addError('closed', 'loader')
    expect(log.since(0).problems.map(({ message }) => message)).toEqual([
      '{"code":"E_NONE"}',
      'closed',
    ])
  })

  it('has an error of the server once, also if the browser reports it', () => {
    const log = new Log('/project', errorDetails)
    const stack = 'TypeError: broke\n    at loader (/project/app/a.ts:1:2)'
    log.addError(Object.assign(new TypeError('broke'), { stack }), 'loader')
    log.addError(Object.assign(new Error('broke'), { stack }), 'browser')
    log.addError(Object.assign(new Error('broke'), { stack: '' }), 'browser')
    expect(log.since(0).problems).toMatchObject([
      { message: 'TypeError: broke', where: 'loader', count: 1 },
      { message: 'broke', where: 'browser', count: 1 },
    ])
  })

  it('links only files below the project, and masks the URLs of pages in frames', () => {
    const log = new Log('/project', errorDetails)
    log.urls.learn('/reset/:token')
    const stack = [
      'Error: broke',
      '    at own (/project/app/routes/a.tsx:1:2)',
      '    at own (http://localhost:3000/app/routes/b.tsx?t=1:1:2)',
      '    at up (http://localhost:3000/app/../../etc/passwd:1:2)',
      '    at up (/project/../etc/passwd:1:2)',
      '    at up (/project/app/..\\\\..\\\\etc:1:2)',
      '    at dependency (/project/node_modules/react/index.js:1:2)',
      '    at other (/etc/passwd:1:2)',
      '    at inline (http://localhost:3000/reset/opensesame:1:2)',
    ]
    log.addError(Object.assign(new Error('broke'), { stack: stack.join('\n') }), 'browser')
    const [{ frames } = { frames: [] }] = log.since(0).problems
    expect(frames).toHaveLength(8)
    expect(frames.filter(({ isOwn }) => isOwn).map(({ file }) => file)).toEqual([
      'app/routes/a.tsx',
      'app/routes/b.tsx',
    ])
    expect(frames.at(-1)!.file).toBe('/reset/•••')
  })
})

describe('work that no event tells of', () => {
  it('is a step of its request, so that no middleware is blamed for it', async () => {
    const { log, router, send } = createWatched({
      middleware: [
        function auth(_, next) {
          return next()
        },
      ],
    })
    let entry: Entry | undefined
    const begin = log.begin.bind(log)
    log.begin = (request) => (entry = begin(request))
    router.get('/', async () => {
      const name = 'app/routes/_index.tsx'
      await log.measure(entry, { type: 'module', name }, () => setTimeout(30))
      await log.measure(undefined, { type: 'module', name }, async () => {})
      return new Response('ok')
    })
    const record = await send('/')
    expect(types(record)).toEqual(['middleware auth', 'module app/routes/_index.tsx'])
    expect(describeWaits(record)).toMatch(
      /^\d+ ms, of which \d+ ms importing app\/routes\/_index\.tsx\.$/,
    )
  })
})
