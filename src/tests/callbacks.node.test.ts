// Gives every option that can be a function one whose promise rejects. The framework awaits the promise, or refuses it with an
// error that names the callback. Nothing ends the process.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsx } from 'react/jsx-runtime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { auth, createSessionAuthScheme, requireAuth } from '../middleware/auth/index.ts'
import { compression } from '../middleware/compression/index.ts'
import { createCookie, createCookieJar } from '../http/cookie/index.ts'
import { createFetchHandler, createRouter, type Middleware } from '../router/fetch-router/index.ts'
import { formData } from '../middleware/form-data/index.ts'
import { parseFormData } from '../http/form-data-parser/index.ts'
import { language } from '../middleware/language/index.ts'
import { Logger, logger } from '../middleware/logger/index.ts'
import { createRequestListener, serve } from '../edges/node/index.ts'
import { proxy } from '../edges/proxy/index.ts'
import { createFileResponse, data as withInit, json, later, text } from '../http/response/index.ts'
import { eventStream } from '../edges/live/index.ts'
import { createClient } from '../router/client/index.ts'
import { createRoutes, get, post } from '../router/routes/index.ts'
import { createBuild, root, type FixtureRoute } from '../pages/server/app.fixture.ts'
import { createHandler } from '../pages/server/index.ts'
import { Links, Meta, Outlet } from '../pages/react/index.ts'
import { createPostgresBus } from '../state/bus/index.ts'
import { session } from '../middleware/session/index.ts'
import {
  createCookieSessionStorage,
  createFileSessionStorage,
  createMemorySessionStorage,
  createSession,
  createSessionStorage,
  Session,
} from '../state/session/index.ts'
import { staticFiles } from '../middleware/static/index.ts'
import { listCallbacks } from './callbacks.fixture.ts'

type Callback = (...args: any[]) => any

const url = 'https://example.com/'
const folder = mkdtempSync(join(tmpdir(), 'callbacks-'))
beforeAll(() => writeFileSync(join(folder, 'file.txt'), 'content'))
afterAll(() => rmSync(folder, { recursive: true }))

const own = (middleware: Middleware): Promise<Response> => send([middleware])

/** Everything that the console showed, and what callers got. */
let told: string
const tell = (...values: unknown[]): void => {
  for (const value of values) {
    told += `${String(value)}\n`
    if (value instanceof Error && value.cause !== undefined) tell(value.cause)
  }
}
beforeEach(() => {
  told = ''
  vi.spyOn(console, 'error').mockImplementation(tell)
  vi.spyOn(console, 'warn').mockImplementation(tell)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Sends a request through middleware. */
async function send(middleware: readonly Middleware<any>[], init: RequestInit = {}, to = url) {
  const router = createRouter({ middleware })
  router.map('/*', () => text('open'))
  return createFetchHandler(router)(new Request(to, init))
}

/** Sends a request to an app with one page. */
async function open(page: FixtureRoute, options: object = {}, init?: RequestInit) {
  const show = { path: '/page', default: () => null, ...page }
  const build = createBuild({ root: { default: () => document }, page: show }, options)
  const handle = createHandler(build)
  const response = await handle(new Request(`${url}page`, init))
  return response.text()
}

const document = jsx('html', {
  children: [
    jsx('head', { children: [jsx(Meta, {}, 'meta'), jsx(Links, {}, 'links')] }, 'head'),
    jsx('body', { children: jsx(Outlet, {}) }, 'body'),
  ],
})
const broken = (): never => {
  throw new Error('the loader broke')
}

const upload = (): RequestInit => {
  const body = new FormData()
  body.set('file', new File(['x'], 'a.txt'))
  return { method: 'POST', body }
}
const accepts = { headers: { 'Accept-Encoding': 'gzip' } }
const secrets = ['a secret of many bytes']
const invalid = { '~standard': { version: 1, vendor: 'own', validate: () => ({ issues: [{}] }) } }
const badForm = () => new Request(url, { method: 'POST', body: '{}', ...jsonType })
const jsonType = { headers: { 'Content-Type': 'application/json' } }
const failing = (): never => {
  throw new Error('the handler broke')
}

/** Waits for the work of a process, which closes the server if it fails. */
async function work(handler: Parameters<typeof serve>[0], start: Callback | undefined) {
  const options = { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false }
  const server = await serve(handler, { ...options, start })
  await server.closed
  process.exitCode = undefined
}

const ofLogin = (name: 'read' | 'invalidate') => (callback: Callback) => {
  const options = { read: () => 'ann', verify: () => null, [name]: callback }
  const withSession: Middleware = (context, next) => {
    context.set(Session, new Session())
    return next()
  }
  return send([withSession, auth({ schemes: [createSessionAuthScheme(options)] }), requireAuth()])
}
const ofLine = (name: string) => (callback: Callback) =>
  send([logger({ format: 'json', log() {}, [name]: callback })])
const ofCompression = (name: string) => (callback: Callback) =>
  send([compression({ [name]: callback })], accepts)
const ofObserver = (name: string) => async (callback: Callback) => {
  const router = createRouter({ observe: [{ [name]: callback }] })
  router.map('/*', () => text('open'))
  await router.fetch(url)
}
const ofServer = (start: (onError: Callback) => Promise<string>) => start
const pageWith = (name: string) => (callback: Callback) => open({ [name]: callback })

/** Uses an app that has this callback. */
const uses: Record<string, (callback: Callback) => unknown> = {
  'ActionObject.handler': (handler) => {
    const router = createRouter()
    router.get('/', { handler })
    return createFetchHandler(router)(new Request(url))
  },
  'ActionObject.invalid': (refuse) => {
    const router = createRouter()
    const route = post('/', { body: invalid as never, accepts: ['json'] })
    router.map(route, { handler: () => text('open'), invalid: refuse })
    return createFetchHandler(router)(badForm())
  },
  'ClientOptions.fetch': (fetch) => {
    const routes = createRoutes({ home: get('/') })
    return createClient(routes, { fetch, baseUrl: url } as never).home()
  },
  'CompressionOptions.brotli': ofCompression('brotli'),
  'CompressionOptions.encodings': ofCompression('encodings'),
  'CompressionOptions.threshold': ofCompression('threshold'),
  'CompressionOptions.zlib': ofCompression('zlib'),
  'CompressionOptions.zstd': ofCompression('zstd'),
  'CookieJarOptions.now': (now) => createCookieJar({ now }).store(url, ['a=b']),
  'CookieOptions.decode': (decode) => isNull(createCookie('a', { decode }).parse('a=b')),
  'CookieOptions.encode': (encode) => createCookie('a', { encode }).serialize('b'),
  'CookieParseOptions.decode': (decode) => isNull(createCookie('a').parse('a=b', { decode })),
  'CustomSessionStorageOptions.createData': (createData) => {
    const callbacks = { createData, readData: () => null, updateData() {}, deleteData() {} }
    const storage = createSessionStorage(callbacks)
    const use: Middleware = (context, next) => {
      context.get(Session)!.set('a', 1)
      return next()
    }
    return send([session(createCookie('id', { secrets }), storage), use])
  },
  'EntryServerModule.default': (render) => open({}, { entryServer: { default: render } }),
  'EntryServerModule.handleError': (handleError) =>
    open({ loader: broken }, { entryServer: { handleError } }),
  'FetchHandlerOptions.onError': (onError) =>
    createFetchHandler(failing, { onError })(new Request(url)),
  'FetchHandlerOptions.provide': (provide) =>
    createFetchHandler(createRouter(), { provide })(new Request(url)),
  'FileResponseOptions.digest': (digest) =>
    createFileResponse(new File(['x'], 'a.txt') as never, new Request(url), {
      etag: 'strong',
      digest,
    }),
  'FormDataOptions.uploadHandler': (uploadHandler) => send([formData({ uploadHandler })], upload()),
  'HandlerOptions.start': (start) => {
    const handler = createHandler(createBuild({ root }), undefined, { start })
    return work(handler, handler.start)
  },
  'HandlerOptions.provide': (provide) =>
    createHandler(createBuild({ root }), undefined, { provide })(new Request(url)),
  'LanguageOptions.messages': (messages) => {
    const router = createRouter({ middleware: [language({ supported: ['en'], messages })] })
    const wrong = () => ({ issues: [{ message: 'wrong' }] })
    const body = { '~standard': { version: 1, vendor: 'own', validate: wrong } } as const
    router.map(post('/', { body, accepts: ['json'] }), () => text('open'))
    return createFetchHandler(router)(badForm())
  },
  'LoggerOptions.fields': ofLine('fields'),
  'LoggerOptions.log': async (log) => {
    const own: Middleware = (context, next) => {
      context.get(Logger)!('a line of the app')
      return next()
    }
    expect((await send([logger({ log }), own])).status).toBe(200)
    expect((await send([logger({ format: 'json', log })])).status).toBe(200)
  },
  'LoggerOptions.user': ofLine('user'),
  'Observer.event': ofObserver('event'),
  'Observer.response': ofObserver('response'),
  'Observer.run': ofObserver('run'),
  'ParseFormDataOptions.uploadHandler': (uploadHandler) =>
    parseFormData(new Request(url, upload()), { uploadHandler }),
  'PostgresBusOptions.connect': async (connect) => {
    const bus = createPostgresBus({ connect })
    bus.subscribe({ write() {}, gap() {} })
    await bus.close()
  },
  'ProxyOptions.fetch': (fetch) => send([proxy('http://old.internal', { fetch })]),
  'RequestListenerOptions.onError': ofServer(async (onError) => {
    const listener = createRequestListener(failing, { onError })
    const { createServer } = await import('node:http')
    const server = createServer(listener).listen(0)
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const response = await fetch(`http://localhost:${port}/`)
    server.close()
    return response.text()
  }),
  'RouteModule.action': (action) =>
    open({ action }, {}, { method: 'POST', body: new URLSearchParams() }),
  'RouteModule.headers': pageWith('headers'),
  'RouteModule.links': pageWith('links'),
  'RouteModule.loader': pageWith('loader'),
  'RouteModule.meta': pageWith('meta'),
  'RouteModule.reads': (reads) => open({ loader: () => 'data', reads }),
  'RouterOptions.defaultHandler': (defaultHandler) =>
    createFetchHandler(createRouter({ defaultHandler }))(new Request(url)),
  'ServeOptions.health': async (check) => {
    const server = await serve(failing, { port: 0, health: { path: '/health', check } })
    const response = await fetch(`http://localhost:${server.port}/health`)
    await server.close()
    return response.text()
  },
  'ServeOptions.start': (start) => work(() => text('open'), start),
  'ServeOptions.onError': ofServer(async (onError) => {
    const server = await serve(failing, { port: 0, onError })
    const response = await fetch(`http://localhost:${server.port}/`)
    await server.close()
    return response.text()
  }),
  'SessionAuthSchemeOptions.invalidate': ofLogin('invalidate'),
  'SessionAuthSchemeOptions.read': ofLogin('read'),
  'StaticFilesOptions.acceptRanges': (acceptRanges) =>
    send([staticFiles(folder, { acceptRanges })], {}, `${url}file.txt`),
  'StaticFilesOptions.digest': (digest) =>
    send([staticFiles(folder, { etag: 'strong', digest })], {}, `${url}file.txt`),
}

/** A cookie that cannot be decoded is read as null, so nothing is told. */
async function isNull(value: Promise<unknown>): Promise<void> {
  if ((await value) === null) tell('gone')
}

/** Callbacks that decide. `access-callbacks.node.test.ts` does the same with each row of the table in SECURITY.md. */
const decide: Record<string, string> = {
  'APIAuthSchemeOptions.verify': '`verify` of createAPIAuthScheme()',
  'BasicAuthSchemeOptions.verify': '`verify` of createBasicAuthScheme()',
  'BearerTokenAuthSchemeOptions.verify': '`verify` of createBearerTokenAuthScheme()',
  'CompressionOptions.filterMediaType': '`filterMediaType` of compression()',
  'CopOptions.host': '`host` of cop()',
  'CopOptions.onDeny': '`onDeny` of cop()',
  'CorsOptions.origin': '`origin` of cors()',
  'CsrfOptions.onDeny': '`onDeny` of csrf()',
  'CsrfOptions.origin': '`origin` of csrf()',
  'CsrfOptions.value': '`value` of csrf()',
  'CustomSessionStorageOptions.deleteData': '`updateData` of createSessionStorage()',
  'CustomSessionStorageOptions.prolongData': '`updateData` of createSessionStorage()',
  'CustomSessionStorageOptions.readData': '`readData` of createSessionStorage()',
  'CustomSessionStorageOptions.updateData': '`updateData` of createSessionStorage()',
  'FormDataOptions.onError': '`onError` of formData()',
  'OidcLoginOptions.client': '`client` of createOidcLogin()',
  'OidcLoginOptions.onFailure': '`onFailure` of createOidcLogin()',
  'OidcLoginOptions.onLogin': '`onLogin` of createOidcLogin()',
  'OnceOptions.visitor': '`visitor` of once()',
  'PagesOptions.host': '`host` of cop()',
  'PagesOptions.onDeny': '`onDeny` of cop()',
  'PagesOptions.visitor': '`visitor` of pages.with()',
  'ProxyOptions.headers': '`headers` of proxy()',
  'ProxyOptions.path': '`path` of proxy()',
  'RateLimitOptions.key': '`key` of rateLimit()',
  'RequireAuthOptions.allow': '`allow` of requireAuth()',
  'RequireAuthOptions.onFailure': '`onFailure` of requireAuth()',
  'RouterOptions.onInvalid': '`onInvalid` of createRouter()',
  'ServerTimingOptions.when': '`when` of serverTiming()',
  'SessionAuthSchemeOptions.verify': '`verify` of createSessionAuthScheme()',
  'StaticFilesOptions.filter': '`filter` of staticFiles()',
}

/** Only browsers call these exports, and a promise that rejects does not end a browser. */
const ofBrowsers = new Set([
  'RouteModule.shouldReload',
  'RouteModule.shouldRevalidate',
  'RouteModule.unstable_shouldReload',
])

it('knows every option that can be a function', () => {
  const found = listCallbacks().filter((name) => !ofBrowsers.has(name))
  expect(Object.keys({ ...uses, ...decide }).sort()).toEqual(found)

  const page = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
  for (const row of Object.values(decide)) expect(page).toContain(`| ${row} |`)
})

/** Calls `act`, and fails if that leaves a promise whose rejection nothing handles. */
async function withoutUnhandled(act: () => unknown): Promise<void> {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  try {
    await Promise.resolve().then(act).catch(tell)
    // Node reports it after all microtasks.
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled.mock.calls).toEqual([])
  } finally {
    process.off('unhandledRejection', unhandled)
  }
}

const reject = (): Promise<never> => Promise.reject(new Error('gone'))

it.each(Object.keys(uses))('%s may reject', async (name) => {
  await withoutUnhandled(() => uses[name]!(() => reject()))
  expect(told).toMatch(new RegExp(`gone|\`${name.split('.')[1]}\``))
})

const data = () => ({ book: { reviews: [{ stars: reject() }] }, more: reject(), empty: {} })

function changedSession(): Session {
  const changed = createSession()
  for (const [name, value] of Object.entries(data())) changed.set(name, value)
  return changed
}

/** Sends data that has a promise below the first level. */
const carries: Record<string, () => unknown> = {
  'a loader': () => open({ loader: data }),
  'an action': () => open({ action: data }, {}, { method: 'POST', body: new URLSearchParams() }),
  'data() of a loader': () => open({ loader: () => withInit(data(), 201) }),
  'a thrown data()': () =>
    open({
      loader: () => {
        throw withInit(data(), 400)
      },
    }),
  'a loader, in development': () => open({ loader: data }, { dev: {} }),
  'a deferred value': () => open({ loader: () => ({ late: later(data) }) }),
  'a resource route': () => open({ default: undefined, loader: data } as never),
  'json()': () => own(() => json(data())),
  'a cookie': () => createCookie('a').serialize(data()),
  'an event': () => {
    const events = async function* () {
      yield { data: data() }
    }
    return own(async (context) => text(await eventStream(context, events).text()))
  },
  'a session in memory': () => createMemorySessionStorage().save(changedSession()),
  'a session in a cookie': () => createCookieSessionStorage().commitSession(changedSession()),
  'a session in a file': () => createFileSessionStorage({ dir: folder }).save(changedSession()),
}

it.each(Object.keys(carries))(
  'a promise inside the data of %s is an error with its path',
  async (name) => {
    await withoutUnhandled(carries[name]!)
    // In data of a page, a promise at the first level is named first.
    expect(told).toMatch(
      /"(?:data\.)?book\.reviews\[0\]\.stars" is a promise, which|"more" is a promise\. Await it/,
    )
  },
)

const throwPromise = (): never => {
  throw reject()
}

/** Throws a promise. */
const throws: Record<string, () => unknown> = {
  'a handler': () => own(throwPromise),
  'async middleware': () => own(async () => throwPromise()),
  'a loader': () => open({ loader: throwPromise }),
  'an action': () => open({ action: throwPromise }, {}, { method: 'POST', body: '' }),
  'middleware of a page': () => open({ middleware: [throwPromise] }),
  'a resource route': () => open({ default: undefined, loader: throwPromise } as never),
  'the stream of a response': async () => {
    const body = () => new Response(new ReadableStream({ pull: async () => throwPromise() }))
    const server = await serve({ fetch: body }, { port: 0, onError: tell })
    await fetch(server.url).then((response) => response.text())
    await server.close()
  },
}

it.each(Object.keys(throws))('a promise that %s throws is an error', async (name) => {
  await withoutUnhandled(throws[name]!)
  expect(told).toContain('Cannot handle a promise that was thrown. Await it, and throw an error.')
})
