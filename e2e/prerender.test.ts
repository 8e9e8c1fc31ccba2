import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

const files = {
  'package.json': '{ "name": "prerender", "type": "module" }',
  'vite.config.ts': `
    import { framework } from 'framework/vite'
    export default { base: '/shop/', plugins: [framework({ basename: '/shop' })] }
  `,
  'app/root.tsx': `
    import { Link, Links, Outlet, Scripts, ScrollRestoration } from 'framework'
    export default () => (
      <html lang="en">
        <head><title>Shop</title><Links /></head>
        <body>
          <nav><Link to="/">Home</Link> <Link to="/books/dune">Dune</Link> <Link to="/books/emma">Emma</Link></nav>
          <Outlet />
          <ScrollRestoration />
          <Scripts />
        </body>
      </html>
    )
  `,
  'app/routes/_index.tsx': 'export default () => <h1>Home</h1>',
  'app/routes/books.tsx': `
    import { Outlet, useLoaderData } from 'framework'
    export const loader = () => ({ menu: 'A menu' })
    export default () => <><p id="menu">{useLoaderData<typeof loader>().menu}</p><Outlet /></>
  `,
  'app/routes/books.$slug.tsx': `
    import { Form, useActionData, useLoaderData, type ActionArgs, type LoaderArgs, type Prerender } from 'framework'
    export const prerender: Prerender<'/books/:slug'> = [{ slug: 'dune' }]
    export const loader = ({ params }: LoaderArgs<'/books/:slug'>) => ({ slug: params.slug, pid: process.pid })
    export const action = async ({ request }: ActionArgs) => ({ wish: String((await request.formData()).get('wish')) })
    export default function Book() {
      const { slug, pid } = useLoaderData<typeof loader>()
      const sent = useActionData<typeof action>()
      return (
        <>
          <h1>{slug}</h1>
          <p id="pid">{pid}</p>
          <Form method="post"><input name="wish" aria-label="Wish" /><button>Wish</button></Form>
          {sent && <output>{sent.wish}</output>}
        </>
      )
    }
  `,
  'app/use-me.ts': `
    import { useFetcher } from 'framework'
    import { useEffect } from 'react'
    import type { loader } from './routes/me.ts'
    export function useMe() {
      const { data, load } = useFetcher<typeof loader>({ key: 'me' })
      useEffect(() => void load('/me'), [load])
      return data?.me
    }
  `,
  'app/routes/me.ts': `
    import { json, type LoaderArgs } from 'framework'
    export const loader = ({ request }: LoaderArgs) => {
      const me = /name=(\\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? null
      return json({ me }, { headers: { 'Cache-Control': 'private, no-store' } })
    }
  `,
  'app/routes/_site.tsx': `
    import { Outlet } from 'framework'
    import { useMe } from '../use-me.ts'
    export const prerender = true
    const box = { display: 'block', width: '16rem', height: '1.5rem', overflow: 'hidden' }
    export default () => <><header><a href="/account" style={box}>{useMe() ?? 'Your account'}</a></header><Outlet /></>
  `,
  'app/routes/_site.about.tsx': 'export default () => <h1>About us</h1>',
}

describe('prerendered pages of an app with a server', () => {
  const folder = (): string => join(inject('workspace'), 'prerender')
  let app: RunningApp

  beforeAll(async () => {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder(), file)), { recursive: true })
      await writeFile(join(folder(), file), content)
    }
    await buildApp(folder())
    app = await startApp(folder(), 'start')
  })
  afterAll(() => app?.stop())

  async function visit(
    javaScript: boolean,
    run: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    const visitor = await createVisitor(app.url, { served: 'build', javaScript })
    try {
      await run(visitor)
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.context.close()
    }
  }

  it('navigates to a stored page and to one that is rendered, without loading a document', () =>
    visit(true, async (visitor) => {
      const { page } = visitor
      await visitor.open('/shop')
      await page.click('nav >> text=Dune')
      await visitor.reads('h1', 'dune')
      const stored = await page.textContent('#pid')
      await page.click('nav >> text=Emma')
      await visitor.reads('h1', 'emma')
      const live = await page.textContent('#pid')
      // The build rendered the one, and this server the other.
      expect(stored).not.toBe(live)
      await page.goBack()
      await visitor.reads('h1', 'dune')
      await visitor.reads('#menu', 'A menu')
      expect(await page.textContent('#pid')).toBe(stored)
      await visitor.stayed()
    }))

  it('hydrates a stored document, and runs its action on the server', () =>
    visit(true, async (visitor) => {
      const { page } = visitor
      expect((await visitor.open('/shop/books/dune')).headers()['etag']).toMatch(/^W\//)
      const stored = await page.textContent('#pid')
      await page.fill('[aria-label=Wish]', 'a map')
      await page.click('button >> text=Wish')
      await visitor.reads('output', 'a map')
      // The loaders run again after the action: the stored page has not changed.
      expect(await page.textContent('#pid')).toBe(stored)
      await visitor.stayed()
    }))

  it('shows the name of who is logged in on a page of everyone, and nothing moves', async () => {
    const stored = await fetch(`${app.url}/shop/about`, { headers: { Cookie: 'name=ada' } })
    expect(await stored.text()).toContain('>Your account</a>')
    let place: unknown
    await visit(false, async (visitor) => {
      await visitor.open('/shop/about')
      await visitor.reads('header a', 'Your account')
      place = await visitor.page.locator('h1').boundingBox()
    })
    await visit(true, async (visitor) => {
      const { page } = visitor
      await visitor.context.addCookies([{ name: 'name', value: 'ada', url: app.url }])
      await visitor.open('/shop/about')
      await visitor.reads('header a', 'ada')
      expect(await page.locator('h1').boundingBox()).toEqual(place)
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()
    })
  })

  it('works without JavaScript', () =>
    visit(false, async (visitor) => {
      const { page } = visitor
      await visitor.open('/shop/books/dune')
      await page.fill('[aria-label=Wish]', 'a map')
      await page.click('button >> text=Wish')
      await visitor.reads('output', 'a map')
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
    }))
})
