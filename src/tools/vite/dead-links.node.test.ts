import { symlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

const page = (links: string): string => `
import { Form, Link, NavLink, useFetcher } from 'framework'

export default function Page() {
  const fetcher = useFetcher()
  const computed = '/comp' + 'uted'
  return <>${links}</>
}
`

describe('a link that leads nowhere, in development', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string
  const warnings: string[] = []
  let heard = (): void => {}

  beforeAll(async () => {
    app = await createFixtureApp({
      'public/terms.txt': 'terms',
      'app/router.ts': `
        import { createRouter } from 'framework/fetch-router'
        export default function createApp(pages) {
          const health = ({ url }, next) => url.pathname === '/health' ? new Response('ok') : next()
          const router = createRouter({ middleware: [health] })
          router.get('/api/books', () => new Response('books'))
          router.post('/logout', () => new Response('bye'))
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': page(`
        <Link to="/calender?view=week#top">Calendar</Link>
        <NavLink to="/calender">Calendar</NavLink>
        <NavLink to="/abuot">About</NavLink>
        <Link to={computed}>Computed</Link>
        <Form method="post" action="/sign-up" />
        <fetcher.Form method="post" action="/vote" />
      `),
      'app/routes/calendar.tsx': page(`
        <Link to="/calendar">A page</Link>
        <Link to="/api/books">A route</Link>
        <Link to="/terms.txt">A file</Link>
        <Link to="/health">Middleware</Link>
        <Link to="https://example.com/x">Another site</Link>
        <Form method="post" action="/logout" />
        <Form method="post" />
        <Link to="/old-1" reloadDocument>A document</Link>
        <Link to="/old-2" target="_blank">Another tab</Link>
        <Link to="/old-3" download>A download</Link>
        <Form action="/old-4" reloadDocument />
        <a href="/old-5">An anchor</a>
        <Link to="/last">The last one</Link>
      `),
    })
    // Of the files that are searched, the first one cannot be read.
    await symlink('nowhere', join(app.root, 'app/gone.tsx'))
    const logger = createLogger('silent')
    logger.warn = (text) => {
      warnings.push(text)
      heard()
    }
    server = await createServer({
      ...app.config(),
      customLogger: logger,
      server: { port: 0 },
    })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await server?.close()
    await app?.remove()
  })

  /** Resolves when the terminal has as many lines. */
  const lines = (count: number): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (warnings.length >= count) resolve()
      }
      heard()
    })

  it('is named once in the terminal, with its file and the nearest route', async () => {
    await (await fetch(`${origin}/`)).text()
    await lines(5)
    expect(warnings.map((text) => text.split('\n')[0]).sort()).toEqual([
      'A link to "/abuot" leads nowhere (app/routes/_index.tsx:10).',
      'A link to "/calender" leads nowhere (app/routes/_index.tsx:8). The nearest route is "/calendar".',
      'A link to "/computed" leads nowhere.',
      'A link to "/sign-up" leads nowhere (app/routes/_index.tsx:12).',
      'A link to "/vote" leads nowhere (app/routes/_index.tsx:13).',
    ])
  })

  it('is not a link to a page, a route, a file or middleware, nor one that the browser follows', async () => {
    await (await fetch(`${origin}/`)).text()
    await (await fetch(`${origin}/calendar`)).text()
    // Each path is looked at in order, so the others were looked at before this one was found.
    await lines(6)
    expect(warnings).toHaveLength(6)
    expect(warnings.at(-1)).toContain('"/last"')
  })
})
