import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from '../vite/app.fixture.ts'
import { checkApp } from './check-app.ts'

describe('checkApp', () => {
  let app: FixtureApp
  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    app = await createFixtureApp({
      'public/robots.txt': '',
      'app/router.ts': `
        import { createRouter } from 'framework/fetch-router'
        import { get, post } from 'framework/routes'
        import * as v from 'valibot'
        import { z } from 'zod'
        const ok = () => new Response('ok')
        export default function createApp(pages) {
          const health = ({ url }, next) => url.pathname === '/health' ? ok() : next()
          const router = createRouter({ middleware: [health] })
          router.map(get('/api/books', { search: z.object({ all: z.boolean().default(true), page: z.int().default(1) }) }), ok)
          router.map(get('/api/bare', { search: v.object({ q: v.string() }) }), ok)
          router.map(post('/api/json', { body: v.object({ q: v.string() }), accepts: ['json'] }), ok)
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': `
        import { Form, Link } from 'framework'
        export default () => (
          <>
            <Link to="/books/dune">Dune</Link>
            <Link to="/boks">Books</Link>
            <a href="/robots.txt">Robots</a>
            <a href={\`/api/\${name}\`}>API</a>
            <Form method="post" action="/books/dune" />
            <a href="/health">Only middleware serves it</a>
          </>
        )
      `,
      'app/routes/books.$slug.tsx': 'export default () => null',
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    await app.remove()
  })

  it('finds dead links, wrong methods and contracts with a mistake', async () => {
    const { problems, links } = await checkApp(app.config())
    expect(links).toBe(6)
    const [dead, method, boolean, bare, ...others] = problems
    expect(dead).toMatch(
      /routes\/_index\.tsx:6:22 "\/boks" leads nowhere\. The nearest route is "\/"$/,
    )
    expect(method).toMatch(/routes\/_index\.tsx:9:40 "\/books\/dune" exists, but not for POST$/)
    expect(boolean).toBe(
      'The search of GET "/api/books" has "all", a boolean with the default true: a form cannot set it to false, because browsers send nothing for an unchecked box. Use a default of false.',
    )
    expect(bare).toContain('The search schema of GET "/api/bare" has no JSON Schema')
    expect(others).toEqual([])
  })

  it('looks at links that a function of the app gets, and names those that any param takes', async () => {
    const languages = await createFixtureApp({
      'app/path-in.ts': `
        export const pathIn = (path, lang) => lang ? '/' + lang + path : path
        export const outside = (path) => 'https://example.com' + path
      `,
      'app/routes/($lang)._index.tsx': `
        import { Link } from 'framework'
        import { outside, pathIn } from '../path-in.ts'
        export default ({ lang }) => <>
          <Link to={pathIn('/calendar', lang)}>Calendar</Link>
          <Link to={pathIn('/calendar/nwe', lang)}>New</Link>
          <Link to={outside('/prices/2026')}>Prices</Link>
          <a href="/calender">Calendar</a>
        </>
      `,
      'app/routes/($lang).calendar.tsx': 'export default () => null',
    })
    try {
      const { links, notes, problems } = await checkApp(languages.config())
      expect(links).toBe(4)
      expect(problems).toEqual([
        expect.stringMatching(/:6:20 "\/calendar\/nwe" leads nowhere\. The nearest route is ".*"$/),
      ])
      expect(notes).toEqual([
        expect.stringMatching(
          /:7:20 "\/prices\/2026" leads nowhere\. .*\. outside\(\) may change it$/,
        ),
        expect.stringMatching(
          /:8:19 "\/calender" leads only to "\(\/:lang\)", whose param takes any path\. The nearest route is "\(\/:lang\)\/calendar"$/,
        ),
      ])
    } finally {
      await languages.remove()
    }
  })

  it('names a page whose types promise a guard that does not run in front of it', async () => {
    const page = `
      import { type LoaderArgs } from 'framework'
      export const loader = ({ context }: LoaderArgs<'/account', typeof import('./_members.tsx').middleware>) => context.auth
      export default () => null
    `
    const layout = 'export const middleware = []\nexport { Outlet as default } from "framework"'
    await app.write('app/routes/_members.tsx', layout)
    await app.write('app/routes/_members.account.tsx', page)
    const named = async (): Promise<string[]> =>
      (await checkApp(app.config())).problems.filter((problem) => problem.includes('_members'))
    expect(await named()).toEqual([])

    await app.write('app/routes/account.tsx', page)
    await rm(join(app.root, 'app/routes/_members.account.tsx'))
    expect(await named()).toEqual([
      'app/routes/account.tsx uses the middleware of app/routes/_members.tsx in LoaderArgs, but it does not run in front of "/account": that module is not a layout of this page. Rename the file, so that the layout is around it again, or use the list of a layout that is.',
    ])
    await rm(join(app.root, 'app/routes/account.tsx'))
    await rm(join(app.root, 'app/routes/_members.tsx'))
  })

  it('reads href(), and says once that TypeScript does not know the pages', async () => {
    const page = `
      import { href } from 'framework'
      export default () => <a href={href('/boks/:slug', { slug: 'dune' })}>{href('/')}</a>
    `
    const typed = await createFixtureApp({
      'app/routes/_index.tsx': page,
      'app/routes/books.$slug.tsx': page,
      'tsconfig.json': '{ "include": ["app"] }',
    })
    try {
      const { notes, problems } = await checkApp(typed.config())
      expect(problems).toHaveLength(2)
      expect(problems[0]).toContain(
        '"/boks/:slug" leads nowhere. The nearest route is "/books/:slug"',
      )
      expect(notes).toEqual([
        'tsconfig.json does not have ".framework/*" in "include", so TypeScript does not check the paths of href(). Add it.',
      ])
      await typed.write('tsconfig.json', '{ "include": [".framework/*", "app"] }')
      expect((await checkApp(typed.config())).notes).toEqual([])
    } finally {
      await typed.remove()
    }
  })

  it('names a contract that cannot be used', async () => {
    const broken = await createFixtureApp({
      'app/router.ts': `
        import { createRouter } from 'framework/fetch-router'
        import { get } from 'framework/routes'
        import { z } from 'zod'
        export default function createApp(pages) {
          const router = createRouter()
          router.map(get('/x', { search: z.object({ _data: z.string() }) }), () => new Response('ok'))
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': 'export default () => null',
    })
    try {
      await expect(checkApp(broken.config())).rejects.toThrow(
        'Cannot use the name "_data" in the search of GET "/x"',
      )
    } finally {
      await broken.remove()
    }
  })

  it('finds mistakes in the contracts of route modules and of the page tree', async () => {
    const modules = await createFixtureApp({
      'app/routes.ts': `
        import { any, layout, page, pages } from 'framework/routes'
        import { z } from 'zod'
        const search = z.object({ q: z.string().optional(), all: z.boolean().default(true) })
        export default pages([
          layout('./layout.tsx', [
            page(any('/tree', { search }), './tree.tsx'),
            page(any('/both', { search: z.object({ q: z.string() }) }), './both.tsx'),
          ]),
          page(any('/reserved'), './reserved.tsx'),
          page(any('/fine'), './fine.tsx'),
        ])
      `,
      'app/layout.tsx': `
        import * as v from 'valibot'
        export const contract = { search: v.object({ q: v.optional(v.string()) }) }
        export default () => null
      `,
      'app/tree.tsx': 'export default () => null',
      'app/both.tsx': `
        import { z } from 'zod'
        export const contract = { search: z.object({ page: z.int() }) }
        export default () => null
      `,
      'app/reserved.tsx': `
        import { z } from 'zod'
        export const contract = { body: z.object({ _method: z.string() }) }
        export default () => null
      `,
      'app/fine.tsx': `
        import { z } from 'zod'
        export const contract = { search: z.object({ page: z.int().default(1) }) }
        export default () => null
      `,
    })
    try {
      const { problems } = await checkApp(modules.config())
      expect(problems.toSorted()).toEqual([
        expect.stringContaining('Cannot use "search" in the contract of app/both'),
        expect.stringContaining('Cannot use the name "_method" in the body of route "reserved'),
        expect.stringContaining('The search of route "tree'),
        expect.stringContaining('The search schema of route "layout'),
      ])
    } finally {
      await modules.remove()
    }
  })

  for (const folder of ['demos/bookstore', 'templates/app', 'templates/blog']) {
    it(`finds nothing in ${folder}`, async () => {
      const root = join(import.meta.dirname, '../../..', folder)
      vi.stubEnv('DATA_DIR', join(app.root, '.data')) // Where the bookstore keeps its books.
      const { problems, files } = await checkApp({ ...app.config(), root })
      expect(problems).toEqual([])
      expect(files).toBeGreaterThan(3)
    })
  }
})
