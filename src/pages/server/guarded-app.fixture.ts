import { jsx, jsxs } from 'react/jsx-runtime'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCookie } from '../../http/cookie/index.ts'
import { cop } from '../../middleware/cop/index.ts'
import {
  createRouter,
  type FetchHandler,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { csrf } from '../../middleware/csrf/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { createMatcher } from '../../router/route-pattern/index.ts'
import { json, text } from '../../http/response/index.ts'
import { createCookieSessionStorage } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { staticFiles } from '../../middleware/static/index.ts'
import { Outlet, Scripts } from '../react/index.ts'
import type { RouteModule } from '../react/shared.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

/** An app with something to guard in each of its parts: files, routes, a mounted section, pages and resources. */
export interface GuardedApp {
  readonly handle: FetchHandler
  /** Removes its files. */
  remove(): void
}

/** A secret that only requests with `Authorization: yes` may see. */
export const secret = 'SECRET'

export function createGuardedApp(): GuardedApp {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-'))
  for (const name of ['admin', 'public']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'admin', 'secret.txt'), `${secret} of a file`)
  writeFileSync(join(folder, 'public', 'open.txt'), 'open file')

  const handle = createHandler(createPages(), (pages) => {
    const router = createRouter({
      middleware: [guardBelow('/admin/*path'), staticFiles(folder)],
    })
    router.mount('/internal', { middleware: [guard] }, (section) => {
      section.map('/report', () => text(`${secret} of a section`))
      section.map('/*path', () => text(`${secret} of a section`))
    })
    router.map('/vault/:name', { middleware: [guard], handler: () => text(`${secret} of a route`) })
    router.post('/strict', { middleware: [cop()], handler: () => text('posted') })
    router.post('/token', {
      middleware: [session(cookie, createCookieSessionStorage()), formData(), csrf()],
      handler: () => text('posted'),
    })
    router.post('/echo', async (context) => json(await context.json()))
    router.get('/broken', () => {
      throw new Error(secret)
    })
    router.map('/*', pages)
    return router
  })

  return { handle, remove: () => rmSync(folder, { recursive: true }) }
}

const cookie = createCookie('session', { secrets: ['a secret of many bytes'], secure: true })

const guard: Middleware = ({ headers }, next) =>
  headers.get('Authorization') === 'yes' ? next() : new Response('guarded', { status: 401 })

function guardBelow(pattern: string): Middleware {
  const matcher = createMatcher(pattern)
  return (context, next) => (matcher.match(context.url) ? guard(context, next) : next())
}

function createPages() {
  const handlers: FixtureRoute = {
    loader: () => `${secret} of a loader`,
    action: () => `${secret} of an action`,
  }
  const build = createBuild({
    root: {
      default: () =>
        jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
    },
    open: {
      path: '/open/:id',
      default: () => 'open page',
      loader: ({ params }) => params,
      async action({ request }) {
        if (request.headers.get('Content-Type')?.includes('form')) await request.formData()
        return 'acted'
      },
    },
    broken: {
      path: '/broken-page',
      default: () => null,
      loader: () => {
        throw new Error(secret)
      },
    },
    members: { path: '/members', default: Outlet, middleware: [guard], ...handlers },
    list: { path: '/members/list', parent: 'members', default: () => secret, ...handlers },
    api: { path: '/members/api', parent: 'members', ...handlers },
  })
  // As a module has it: no prototype.
  for (const [id, module] of Object.entries(build.routes)) {
    build.routes[id] = Object.assign(Object.create(null) as RouteModule, module)
  }
  return build
}
