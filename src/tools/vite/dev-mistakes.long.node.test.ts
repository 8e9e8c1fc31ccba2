import type { AddressInfo } from 'node:net'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

const files = {
  'app/root.tsx': `
    import { Outlet } from 'framework/react'
    export default () => <html><body><Outlet /></body></html>
  `,
  'app/routes/_index.tsx': 'export default () => <h1>home</h1>',
  'app/routes/plain.tsx': 'export const scripts = false\nexport default () => <h1>plain</h1>',
  'app/routes/shop.tsx': 'export default () => <h1>shop</h1>',
  'app/routes/shop.books.tsx': 'export default () => <h1>books</h1>',
  'app/routes/guard.tsx': `
    import { Outlet } from 'framework/react'
    export default () => false ? <Outlet /> : <h1>closed</h1>
  `,
  'app/routes/guard.inside.tsx': 'export default () => <h1>inside</h1>',
  'app/routes/env.tsx': `
    import { title } from '../title.ts'
    export const loader = () => process.env.SERVER_ONLY ?? null
    export default () => <h1>{title}{process.env.NODE_ENV}{process.env['SHOP']}</h1>
  `,
  'app/db.server.ts': 'export const books = [1]',
  'app/cycle.server.ts': `
    import { first } from './cycle-two.server.ts'
    export const second = () => first
  `,
  'app/cycle-two.server.ts': `
    import { second } from './cycle.server.ts'
    export const first = typeof second
  `,
  'app/routes/missing.tsx': `import { orders } from '../db.server.ts'
    export const loader = () => orders.all()
    export default () => <h1>orders</h1>
  `,
  'app/routes/cycle.tsx': `
    import { second } from '../cycle.server.ts'
    export const loader = () => second()
    export default () => <h1>a cycle</h1>
  `,
  'app/routes/syntax.tsx': 'export const loader = () => null\nexport default () => <h1>a</h1\n',
  'app/title.ts': `
    const { TITLE = 'none' } = process.env
    export const title = TITLE
  `,
  'app/routes/odd.tsx': `
    import { useLoaderData } from 'framework/react'
    export const laoder = () => ({ name: 'Ada' })
    export default () => <h1>{useLoaderData<any>().name}</h1>
  `,
  'app/routes/form.tsx': `
    export const clientAction = () => null
    export default () => <form method="post"><button>Go</button></form>
  `,
  'app/routes/contract.tsx': `
    import { z } from 'zod'
    export const contract = { body: z.object({ name: z.string() }) }

    export default function Page() {
      const label = 'Names'
      return <h1>{label}{Object.keys(contract.body.shape)}</h1>
    }
  `,
}

describe('a mistake in development', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string
  const warnings: string[] = []

  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    app = await createFixtureApp(files)
    const customLogger = createLogger('silent')
    customLogger.warn = (text) => void warnings.push(text)
    customLogger.warnOnce = (text) => void (warnings.includes(text) || warnings.push(text))
    server = await createServer({ ...app.config(), customLogger, server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.close()
    await app.remove()
  })

  const get = async (path: string, init?: RequestInit): Promise<string> =>
    (await fetch(origin + path, init)).text()
  const about = (file: string): string[] => warnings.filter((text) => text.startsWith(file))

  it('is named if a layout forgets its <Outlet/>, with both files', async () => {
    await get('/shop/books')
    expect(about('app/routes/shop.tsx')).toEqual([
      'app/routes/shop.tsx renders no <Outlet/>, so app/routes/shop.books.tsx is not shown. Add <Outlet/> to its component, where the page belongs.',
    ])
  })

  it('is not reported for an <Outlet/> that a layout leaves out for some requests', async () => {
    expect(await get('/guard/inside')).toContain('closed')
    expect(about('app/routes/guard')).toEqual([])
  })

  it('is named if the root forgets <Scripts/>, but not for pages without scripts', async () => {
    warnings.length = 0
    await get('/plain')
    expect(about('app/root.tsx')).toEqual([])
    await get('/')
    expect(about('app/root.tsx')).toEqual([
      'app/root.tsx renders no <Scripts/>, so its pages run no JavaScript. Add <Scripts/> at the end of the body. If the pages need none, add: export const scripts = false',
    ])
  })

  it('is named if code for the browser reads process.env, with the line', async () => {
    await get('/app/routes/env.tsx')
    await get('/app/title.ts')
    const advice =
      'in code that the browser gets. The browser has no such value, so it renders other HTML than the server. Return the value from a loader, or use a variable of import.meta.env whose name starts with VITE_.'
    expect(about('app/routes/env.tsx')).toEqual([
      `app/routes/env.tsx:4:60 reads process.env.SHOP ${advice}`,
    ])
    expect(about('app/title.ts')).toEqual([`app/title.ts:2:32 reads process.env ${advice}`])
  })

  it('stands on the error page as in the terminal', async () => {
    const hint =
      'app/routes/odd.tsx exports &quot;laoder&quot;, which the framework does not use. Did you mean &quot;loader&quot;?'
    const page = await get('/odd')
    expect(page).toContain('Cannot read properties of')
    expect(page).toContain(hint)
  })

  it('is named if a module does not export what another one imports, with the line', async () => {
    const page = await get('/missing')
    expect(page).toContain(
      'Cannot import &quot;orders&quot; from app/db.server.ts: it has no such export. Export it there, or correct the name in app/routes/missing.tsx.',
    )
    expect(page).toContain('app/routes/missing.tsx:1:10</a>')
    expect(page).toContain('&gt; 1 | import { orders } from')
    expect(await get('/cycle')).toContain('a cycle')
  })

  it('is named if a file cannot be parsed, with its source and a link to it', async () => {
    const page = await get('/syntax')
    expect(page).toContain('app/routes/syntax.tsx:3:1</a>')
    expect(page).toContain('  2 | export default () =&gt; &lt;h1&gt;a&lt;/h1')
    expect(page).not.toMatch(/PARSE_ERROR|[╭│╰]|node_modules/)
  })

  it('stands on the page for a POST without an action', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
    const page = await get('/form', { method: 'POST', body: 'a=1', headers })
    expect(page).toContain('No action at /form')
    expect(page).toContain('app/routes/form.tsx exports &quot;clientAction&quot;')
  })

  it('has the line that uses a contract in the browser', async () => {
    expect(await get('/contract')).toContain(
      'Cannot remove &quot;contract&quot; from app/routes/contract.tsx for the browser: the code at 7:38 uses it.',
    )
  })
})

describe('an app that cannot be created, in development', () => {
  const router = (before: string): string => `
    import { createRouter } from 'framework/fetch-router'
    export default async function createApp(pages) {
      ${before}
      const router = createRouter()
      router.map('/*', pages)
      return router
    }
  `
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string
  const errors: string[] = []
  const shared = globalThis as { fixtureDatabase?: boolean }

  beforeAll(async () => {
    app = await createFixtureApp({
      'app/routes/_index.tsx': 'export default () => <h1>home</h1>',
      'app/router.ts': router("throw new Error('no secret')"),
    })
    const customLogger = createLogger('silent')
    customLogger.error = (text) => void errors.push(text)
    server = await createServer({ ...app.config(), customLogger, server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await server.close()
    await app.remove()
    delete shared.fixtureDatabase
  })

  const errorsAbout = (message: string): string[] => errors.filter((text) => text.includes(message))
  const get = async (): Promise<string> => {
    const response = await fetch(origin)
    return `${response.status} ${await response.text()}`
  }

  it('is named in the terminal before the first request, and once', async () => {
    await eventually(() => expect(errorsAbout('no secret')).toHaveLength(1))
    expect(errorsAbout('app/router.ts:4:')).toHaveLength(1)
    expect(await get()).toMatch(/^500 .*no secret/s)
    expect(await get()).toMatch(/^500 .*no secret/s)
    expect(errorsAbout('no secret')).toHaveLength(1)
  })

  it('is named again after an edit, without a request', async () => {
    await app.write('app/router.ts', router("throw new Error('still no secret')"))
    await eventually(() => expect(errorsAbout('still no secret')).toHaveLength(1))
  })

  it('works after an edit', async () => {
    await app.write('app/router.ts', router(''))
    await eventually(async () => expect(await get()).toMatch(/^200 .*home/s))
  })

  it('works when the cause is gone, without an edit', async () => {
    await app.write(
      'app/router.ts',
      router("if (!globalThis.fixtureDatabase) throw new Error('no database')"),
    )
    await eventually(async () => expect(await get()).toMatch(/^500 .*no database/s))
    shared.fixtureDatabase = true
    expect(await get()).toMatch(/^200 .*home/s)
  })

  it('is named if it returns no router', async () => {
    await app.write('app/router.ts', 'export default function createApp(pages) {}')
    await eventually(async () =>
      expect(await get()).toMatch(/^500 .*Cannot use undefined as the router of the app/s),
    )
  })
})
