import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { etag } from '../../middleware/etag/index.ts'
import {
  createRouter,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { Form, Outlet, Scripts } from '../react/index.ts'
import { data, invalid, redirect } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import type { PagesOptions } from './create-pages.ts'

/** The first 12 bytes of the SHA-256 of `ada` and `bob`. */
const digests = { ada: '_e5DDUC9V97qwYbN', bob: 'gbY32PzSxtpjWeaW' }

const documentRoot: FixtureRoute = {
  ...root,
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}

const note: FixtureRoute = {
  path: '/note',
  loader: () => 'a note',
  action: async ({ request }) => {
    const how = (await request.formData()).get('how')
    if (how === 'error') throw new Error('no')
    if (how === 'invalid') return invalid({ text: 'Too short' })
    return how === 'redirect' ? redirect('/other') : 'saved'
  },
  default: () => null,
}
const other: FixtureRoute = { path: '/other', loader: () => 1, default: () => null }
const login: FixtureRoute = {
  path: '/login',
  loader: () => 1,
  action: async ({ context, request }) => {
    const current = context.get(Session)
    const name = (await request.formData()).get('name')
    if (!name) current.destroy()
    else {
      current.regenerateId()
      current.set('name', String(name))
    }
    return 'done'
  },
  default: () => null,
}
const leave: FixtureRoute = {
  path: '/leave',
  loader: ({ context }) => {
    context.get(Session)!.destroy()
    return 'bye'
  },
  default: () => null,
}

interface Options extends PagesOptions {
  middleware?: Middleware[]
  routes?: Record<string, FixtureRoute>
  isStatic?: boolean
}

const nameOf = (context: RequestContext): string => {
  const name = context.get(Session)?.get('name')
  return typeof name === 'string' ? name : ''
}

/** An app, and a browser that keeps its cookie. */
function open({ middleware = [], routes = {}, isStatic, ...given }: Options = { visitor: nameOf }) {
  const warnings: string[] = []
  const build = createBuild(
    { root: documentRoot, note, other, login, leave, ...routes },
    { dev: { warn: (message) => void warnings.push(message) }, ...(isStatic && { isStatic }) },
  )
  const cookie = createCookie('session', { secrets: ['a secret of many bytes'] })
  const storage = createMemorySessionStorage()
  const app = createHandler(build, (pages) => {
    const router = createRouter({ middleware: [...middleware, session(cookie, storage)] })
    router.map('/*', pages.with(given))
    return router
  })
  let sent = ''
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (sent) headers.set('Cookie', sent)
    const response = await app(new Request(`http://x.test${path}`, { ...init, headers }))
    const [set] = response.headers.getSetCookie()
    if (set) sent = set.split(';', 1)[0]!
    return response
  }
  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  return {
    warnings,
    fetch,
    post,
    signIn: (name: string) => post('/login?_data=login', { name }),
    /** What a document says. */
    async document(path: string, init?: RequestInit) {
      const response = await fetch(path, init)
      const html = await response.text()
      const [, told] = /"visitor":("[^"]*"|null)/.exec(html) ?? []
      return { response, html, told: told && (JSON.parse(told) as string | null) }
    },
    /** What a data response says. */
    async told(path: string, init?: RequestInit) {
      return (await fetch(path, init)).headers.get('X-Framework-Visitor')
    },
    async toldAfter(path: string, fields: Record<string, string> = {}) {
      return (await post(path, fields)).headers.get('X-Framework-Visitor')
    },
  }
}

describe('a document', () => {
  it('tells who is signed in, by a digest, and is private', async () => {
    const app = open()
    await app.signIn('ada')
    const { response, html, told } = await app.document('/note')
    expect(told).toBe(digests.ada)
    expect(html).not.toContain('"ada"')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('tells a digest that only a secret can create, the same in each process, and one for each secret', async () => {
    const tellBy = async (...tagSecret: string[]) => {
      const app = open({ visitor: nameOf, tagSecret })
      await app.signIn('ada')
      const { told } = await app.document('/note')
      expect(await app.told('/note?_data=note')).toBe(told)
      return told!
    }
    const [older, newer] = ['the older secret of this app', 'the newer secret of this app']
    const told = await tellBy(older)
    expect(told).toMatch(/^[\w-]{20}$/)
    expect(told).not.toContain(digests.ada)
    expect(await tellBy(older)).toBe(told)
    expect(await tellBy(newer, older)).toBe(`${await tellBy(newer)}.${told}`)
    expect((await tellBy(newer)).slice(0, 4)).not.toBe(told.slice(0, 4))
  })

  it('tells nobody with an empty string', async () => {
    expect((await open().document('/note')).told).toBe('')
  })

  it('has no trace of it in an app without visitor', async () => {
    const app = open({})
    await app.signIn('ada')
    const { response, told } = await app.document('/note')
    expect(told).toBeUndefined()
    expect(response.headers.get('Cache-Control')).toBeNull()
    expect(await app.told('/note?_data=note')).toBeNull()
    expect(await app.toldAfter('/note?_data=note')).toBeNull()
  })

  it('preloads the code of drafts if it has a form that keeps them, except in WebKit', async () => {
    const form: FixtureRoute = { path: '/form', default: () => jsx(Form, { method: 'post' }) }
    const search: FixtureRoute = { path: '/search', default: () => jsx(Form, {}) }
    const hasCode = async (options: Options, path = '/form', browser = 'Firefox') => {
      const app = open({ ...options, routes: { form, search } })
      const { html } = await app.document(path, { headers: { 'User-Agent': browser } })
      return html.includes('<link rel="modulepreload" href="/assets/drafts.js"')
    }
    expect(await hasCode({ visitor: nameOf })).toBe(true)
    expect(await hasCode({ visitor: nameOf }, '/note')).toBe(false)
    expect(await hasCode({ visitor: nameOf }, '/search')).toBe(false)
    expect(await hasCode({})).toBe(false)
    expect(await hasCode({ visitor: nameOf }, '/form', 'AppleWebKit/605 Safari/605')).toBe(false)
  })

  it('has no trace of it in a static export', async () => {
    expect((await open({ visitor: nameOf, isStatic: true }).document('/note')).told).toBeUndefined()
  })

  it('attack 4: tells nothing if visitor throws or returns no string, and is sent', async () => {
    for (const visitor of [
      () => {
        throw new Error('no session here')
      },
      () => 7 as never,
      (async () => 'ada') as never,
    ]) {
      const app = open({ visitor })
      const { response, told } = await app.document('/note')
      expect(response.status).toBe(200)
      expect(told).toBeNull()
      expect(app.warnings[0]).toContain('Cannot tell who is signed in')
      expect(await app.told('/note?_data=note')).toBeNull()
    }
  })

  it('attack 3: tells nothing if a cache or the browser may use it again', async () => {
    for (const policy of ['public, max-age=60', 'private, max-age=60', 's-maxage=5']) {
      const kept = { ...note, headers: () => ({ 'Cache-Control': policy }) }
      const app = open({ visitor: nameOf, routes: { note: kept } })
      const { response, told } = await app.document('/note')
      expect(told).toBeNull()
      expect(response.headers.get('Cache-Control')).toBe(policy)
    }
    const tagged = { ...note, headers: () => ({ ETag: '"1"' }) }
    expect((await open({ visitor: nameOf, routes: { note: tagged } }).document('/note')).told).toBe(
      null,
    )
  })

  it('is kept private, and without a tag, if middleware makes it reusable later', async () => {
    const makePublic: Middleware = async (_, next) => {
      const response = await next()
      response.headers.set('Cache-Control', 'public, max-age=60')
      return response
    }
    const app = open({ visitor: nameOf, middleware: [makePublic] })
    const { response, told } = await app.document('/note')
    expect(told).toBe('')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(app.warnings[0]).toContain('a document for one visitor')

    const tagged = await open({ visitor: nameOf, middleware: [etag()] }).document('/note')
    expect(tagged.response.headers.get('ETag')).toBeNull()
  })

  it('is stored by cache() for everyone, and then tells nothing and calls nothing', async () => {
    const calls: string[] = []
    const visitor = (context: RequestContext): string => {
      calls.push(context.url.pathname)
      return ''
    }
    let loads = 0
    const headers = { 'Cache-Control': 'public, max-age=60' }
    const stored: FixtureRoute = { ...note, headers, loader: () => ++loads }
    const app = open({
      visitor,
      middleware: [cache({ storage: createMemoryStorage(), routes: ['/*'] })],
      routes: { note: stored },
    })
    const first = await app.document('/note')
    const second = await app.document('/note')
    expect([first.told, second.told]).toEqual([null, null])
    expect(second.response.headers.get('Cache-Control')).toMatch(/^public/)
    expect(loads).toBe(1)
    expect(calls).toEqual([])
  })

  it('tells nothing if its action or a loader has changed who is signed in', async () => {
    const app = open()
    const after = await app.document('/login', {
      method: 'POST',
      body: new URLSearchParams({ name: 'ada' }),
    })
    expect(after.told).toBeNull()
    expect((await app.document('/note')).told).toBe(digests.ada)

    const stale = open({ visitor: () => 'ada' })
    await stale.signIn('ada')
    expect((await stale.document('/leave')).told).toBeNull()
  })
})

describe('a data response to a load', () => {
  it('tells who is signed in', async () => {
    const app = open()
    expect(await app.told('/note?_data=note')).toBe('-')
    await app.signIn('ada')
    expect(await app.told('/note?_data=note')).toBe(digests.ada)
  })

  it('tells nothing if it may be used again: a prefetch, a policy, a tag', async () => {
    const app = open()
    expect(await app.told('/note?_data=note', { headers: { 'Sec-Purpose': 'prefetch' } })).toBe(
      null,
    )
    const kept = { ...note, headers: () => ({ 'Cache-Control': 'private, max-age=60' }) }
    const keeping = open({ visitor: nameOf, routes: { note: kept } })
    expect(await keeping.told('/note?_data=note')).toBeNull()
    const tag: Middleware = async (_, next) => {
      const response = await next()
      response.headers.set('Last-Modified', new Date(0).toUTCString())
      return response
    }
    expect(await open({ visitor: nameOf, middleware: [tag] }).told('/note?_data=note')).toBeNull()
  })

  it('says that nobody is known if its loader has ended the session, also with a redirect', async () => {
    // Like `auth()`, it knows who was signed in when the request came.
    const app = open({ visitor: () => 'ada' })
    await app.signIn('ada')
    expect(await app.told('/leave?_data=leave')).toBe('?')
    const away: FixtureRoute = {
      ...leave,
      loader: ({ context }) => {
        context.get(Session).destroy()
        return redirect('/other')
      },
    }
    const other = open({ visitor: () => 'ada', routes: { leave: away } })
    await other.signIn('ada')
    expect(await other.told('/leave?_data=leave')).toBe('?')
  })
})

describe('a data response to a mutation', () => {
  it('tells for whom its action ran, with data, a redirect, an error and a refused form', async () => {
    const app = open({ visitor: nameOf, oneTrip: false })
    await app.signIn('ada')
    for (const how of ['data', 'redirect', 'error', 'invalid']) {
      expect(await app.toldAfter('/note?_data=note', { how })).toBe(digests.ada)
    }
    expect(await open().toldAfter('/note?_data=note')).toBe('-')
  })

  it('tells as whom it ran, not who it became, and that nobody is known now', async () => {
    const app = open()
    expect((await app.signIn('ada')).headers.get('X-Framework-Visitor')).toBe('-,?')
    expect((await app.signIn('')).headers.get('X-Framework-Visitor')).toBe(`${digests.ada},?`)
    const cookie = { ...note, action: () => data('ok', { headers: { 'Set-Cookie': 'a=1' } }) }
    const other = open({ visitor: nameOf, routes: { note: cookie } })
    await other.signIn('bob')
    expect(await other.toldAfter('/note?_data=note')).toBe(`${digests.bob},?`)
  })

  it('tells that nobody is known if its action logs out and keeps the session', async () => {
    const logout: FixtureRoute = {
      path: '/logout',
      action: ({ context }) => {
        context.get(Session)!.unset('name')
        return redirect('/other')
      },
    }
    const app = open({ visitor: nameOf, routes: { logout }, oneTrip: false })
    await app.signIn('ada')
    expect(await app.toldAfter('/logout?_data=logout')).toBe(`${digests.ada},?`)
    expect(await app.toldAfter('/logout?_data=logout')).toBe('-')
  })

  it('tells nothing if its action did not run', async () => {
    const guard: Middleware = () => redirect('/login')
    const guarded = { ...note, middleware: [guard] }
    const app = open({ visitor: nameOf, routes: { note: guarded } })
    expect(await app.toldAfter('/note?_data=note')).toBeNull()
    expect(await open().toldAfter('/other?_data=other')).toBeNull()
  })

  it('has a star if visitor throws', async () => {
    const visitor = (): string => {
      throw new Error('no')
    }
    expect(await open({ visitor }).toldAfter('/note?_data=note')).toBe('*')
  })

  it('also tells who is signed in by the page that came along', async () => {
    const app = open()
    await app.signIn('ada')
    expect(await app.toldAfter('/note?_data=note;page=1')).toBe(`${digests.ada},${digests.ada}`)
    expect(await app.toldAfter('/login?_data=login;page=1', { name: 'bob' })).toBe(
      `${digests.ada},${digests.bob}`,
    )
    expect(await app.toldAfter('/login?_data=login;page=1')).toBe(`${digests.bob},-`)
  })
})
