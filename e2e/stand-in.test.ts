import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

const pack = (manifest: object): string => JSON.stringify({ version: '1.0.0', ...manifest })

/** An app whose pages are made of libraries of the peers: an ES module behind another package, and CommonJS. */
const files = {
  'package.json': pack({
    name: 'stand-in',
    type: 'module',
    dependencies: { framework: '*', 'menu-kit': '*', 'form-kit': '*' },
  }),
  'vite.config.ts': `
    import { framework } from 'framework/vite'
    export default { plugins: [framework({ standsFor: ['react-router', '@remix-run/react'] })] }
  `,
  'app/root.tsx': `
    import { Links, Outlet, Scripts, ScrollRestoration } from 'framework'
    import { Menu } from 'menu-kit'
    export default () => (
      <html lang="en">
        <head><title>Libraries</title><Links /></head>
        <body><Menu /><Outlet /><ScrollRestoration /><Scripts /></body>
      </html>
    )
  `,
  'app/routes/_index.tsx': 'export default () => <h1>Home</h1>',
  'app/routes/about.tsx': `
    import { Wish } from 'form-kit'
    export const loader = () => ({ title: 'About' })
    export const action = async ({ request }) => ({ wish: String((await request.formData()).get('wish')) })
    export default () => <Wish />
  `,
  'node_modules/menu-kit/package.json': pack({
    name: 'menu-kit',
    type: 'module',
    exports: './index.js',
    dependencies: { 'link-kit': '*' },
  }),
  'node_modules/menu-kit/index.js': `
    import { createElement } from 'react'
    import { Place } from 'link-kit'
    export const Menu = () => createElement('nav', null, createElement(Place, { to: '/' }, 'Home'), ' ', createElement(Place, { to: '/about' }, 'About'))
  `,
  'node_modules/link-kit/package.json': pack({
    name: 'link-kit',
    type: 'module',
    exports: './index.js',
    peerDependencies: { react: '*', 'react-router': '*' },
  }),
  'node_modules/link-kit/index.js': `
    import { createElement } from 'react'
    import { Link, useLocation } from 'react-router'
    export function Place({ to, children }) {
      return createElement(Link, { to, 'aria-current': useLocation().pathname === to ? 'page' : undefined }, children)
    }
  `,
  'node_modules/form-kit/package.json': pack({
    name: 'form-kit',
    main: 'index.js',
    peerDependencies: { react: '*', '@remix-run/react': '*' },
  }),
  'node_modules/form-kit/index.js': `
    'use strict'
    const { createElement: h } = require('react')
    const { Form, useActionData, useLoaderData } = require('@remix-run/react')
    exports.Wish = function Wish() {
      const sent = useActionData()
      return h(Form, { method: 'post' }, h('h1', null, useLoaderData().title), h('input', { name: 'wish', 'aria-label': 'Wish' }), h('button', null, 'Wish'), h('output', null, sent ? sent.wish : ''))
    }
  `,
}

describe('libraries of other routers', () => {
  const folder = (): string => join(inject('workspace'), 'stand-in')
  let app: RunningApp | undefined

  beforeAll(async () => {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder(), file)), { recursive: true })
      await writeFile(join(folder(), file), content)
    }
  })
  afterAll(() => app?.stop())

  /** A second copy of the contexts of React would make a hook throw, or a link load a document. */
  async function useLibraries(served: 'build' | 'dev', javaScript: boolean): Promise<void> {
    const visitor: Visitor = await createVisitor(app!.url, { served, javaScript })
    const { page } = visitor
    try {
      await visitor.open('/')
      await visitor.reads('[aria-current=page]', 'Home')
      await page.click('nav >> text=About')
      await visitor.reads('h1', 'About')
      await visitor.reads('[aria-current=page]', 'About')
      await page.fill('[aria-label=Wish]', 'a map')
      await page.click('button >> text=Wish')
      await visitor.reads('output', 'a map')
      await visitor.stayed()
      expect(visitor.complaints).toEqual([])
    } finally {
      await visitor.context.close()
    }
  }

  it('render, navigate and send forms in a build, with and without JavaScript (MV-6)', async () => {
    await buildApp(folder())
    app = await startApp(folder(), 'start')
    await useLibraries('build', true)
    await useLibraries('build', false)
    await app.stop()
    app = undefined
  })

  it('render, navigate and send forms in development (MV-6)', async () => {
    app = await startApp(folder(), 'dev')
    await useLibraries('dev', true)
  })
})
