import type { InlineConfig } from 'vite'
import type { FixtureApp } from '../vite/app.fixture.ts'

/** The config of the shop for browsers. The root of the panel is closed for pages, and open for tests. */
export function shopConfig(app: FixtureApp): InlineConfig {
  const config = app.config()
  const openRoot = {
    name: 'open-root',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.endsWith('/panel/browser/host.ts') ? code.replace("'closed'", "'open'") : undefined,
  }
  return { ...config, plugins: [...config.plugins!, openRoot], server: { port: 0 } }
}

/** A small shop that shows something in every view of the panel. */
export const shopFiles: Record<string, string> = {
  'app/router.ts': `
    import { cache } from 'framework/cache-middleware'
    import { createCookie } from 'framework/cookie'
    import { createRouter, Nonce } from 'framework/fetch-router'
    import { createMemorySessionStorage } from 'framework/session'
    import { session } from 'framework/session-middleware'
    import { createMemoryStorage } from 'framework/storage'

    async function timing(context, next) {
      return next()
    }
    async function policy(context, next) {
      if (!context.url.searchParams.has('strict')) return next()
      context.set(Nonce, 'of-the-page')
      const response = await next()
      response.headers.set(
        'Content-Security-Policy',
        "default-src 'none'; script-src 'nonce-of-the-page'; connect-src 'self'; require-trusted-types-for 'script'",
      )
      return response
    }
    const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
    export default function createApp(pages) {
      const router = createRouter({
        middleware: [
          timing,
          policy,
          cache({ storage: createMemoryStorage(), routes: ['/about', '/news'] }),
          session(cookie, createMemorySessionStorage()),
        ],
      })
      router.get('/api/books/:id', () => Response.json({ title: 'Dune' }))
      router.get('/api/broken', () => { throw new Error('The database refused the connection') })
      router.get('/books/new', () => new Response('new'))
      router.map('/*', pages)
      return router
    }
  `,
  'app/root.tsx': `
    import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'framework/react'
    export const reads = () => ['cart']
    export const loader = () => ({ user: { name: 'Ada', roles: ['reader', 'editor'] }, cart: 2 })
    export const meta = { title: 'The bookstore' }
    export default function Root() {
      return (
        <html lang="en">
          <head><meta name="viewport" content="width=device-width" /><Meta /><Links /></head>
          <body style={{ font: '17px/1.6 Georgia, serif', margin: '2rem auto', maxWidth: '44rem', padding: '0 1rem' }}>
            <nav><Link to="/">Home</Link> · <Link to="/books">Books</Link> · <Link to="/books/dune">Dune</Link> · <Link to="/about">About</Link> · <Link to="/broken">Broken</Link> · <Link to="/crash">Crash</Link></nav>
            <Outlet /><ScrollRestoration /><Scripts />
          </body>
        </html>
      )
    }
    export function ErrorBoundary({ error }) {
      return <html lang="en"><head><title>Error</title></head><body><h1>Something broke</h1><p>{error.message}</p><Scripts /></body></html>
    }
  `,
  'app/routes/_index.tsx': `
    export default function Home() { return <h1>The bookstore</h1> }
  `,
  'app/routes/books.tsx': `
    import { Outlet } from 'framework/react'
    export const reads = () => ['books']
    export const loader = async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return { books: ['Dune', 'Emma', 'Ulysses'].map((title, at) => ({ id: at + 1, title })) }
    }
    export default function Books() { return <><h1>Books</h1><Outlet /></> }
  `,
  'app/routes/books.$slug.tsx': `
    import { Form, useLoaderData } from 'framework/react'
    import { invalid } from 'framework/response'
    import { z } from 'zod'
    export const contract = { body: z.object({ stars: z.coerce.number().max(5, 'At most 5 stars') }) }
    export const reads = ({ params }) => ['book:' + params.slug]
    export const loader = async ({ params }) => {
      await new Promise((resolve) => setTimeout(resolve, 80))
      return { title: params.slug, pages: 604, reviews: [{ stars: 5, text: 'Great' }] }
    }
    export const action = ({ params, writes, input }) => {
      if (input.body.stars === 0) return invalid({ stars: 'Give at least one star' })
      writes('book:' + params.slug)
      return null
    }
    export default function Book() {
      const { title } = useLoaderData()
      return <><h2>{title}</h2><Form method="post" noValidate><input name="stars" defaultValue="4" aria-label="Stars" /><button>Rate</button></Form></>
    }
  `,
  'app/routes/about.tsx': `
    export const headers = { 'Cache-Control': 's-maxage=60' }
    const breakIt = () => { throw new Error('The browser broke') }
    export default function About() {
      return <><h1>About us</h1><button onClick={breakIt}>Break</button></>
    }
  `,
  'app/routes/news.tsx': `
    import { Session } from 'framework/session'
    export const headers = { 'Cache-Control': 's-maxage=60' }
    export const loader = ({ context }) => ({ seen: context.get(Session).get('seen') ?? 0 })
    export default function News() { return <h1>News</h1> }
  `,
  'app/routes/broken.tsx': `
    export const loader = () => {
      throw new Error('The price list is empty')
    }
    export default function Broken() { return null }
  `,
  'app/routes/crash.tsx': `
    interface Props { title?: string }

    export default function Crash({ title = 'Crash' }: Props) {
      if (typeof document !== 'undefined') throw new Error('The component broke')
      return <h1>{title}</h1>
    }
  `,
  'app/routes/dead.tsx': `
    import { Link } from 'framework/react'
    export default function Dead() { return <><h1>Dead</h1><Link to="/abuot">About</Link></> }
  `,
  'app/routes/plain.tsx': `
    export const scripts = false
    export default function Plain() { return <h1>Without scripts</h1> }
  `,
}
