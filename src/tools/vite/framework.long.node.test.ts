import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { createBuilder, resolveConfig, type InlineConfig, type Plugin } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { framework } from './framework.ts'

vi.setConfig({ testTimeout: 60_000 })

async function withApp<Value>(
  files: Record<string, string>,
  run: (app: FixtureApp) => Promise<Value>,
): Promise<Value> {
  const app = await createFixtureApp(files)
  try {
    return await run(app)
  } finally {
    await app.remove()
  }
}

async function buildAndImport(app: FixtureApp, config: InlineConfig) {
  vi.stubEnv('NODE_ENV', 'production')
  await (await createBuilder(config)).buildApp()
  return import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
}

describe('framework()', () => {
  it('brings React’s plugin, unless the list has it', () =>
    withApp({}, async (app) => {
      const names = async (plugins: InlineConfig['plugins']) => {
        const config = await resolveConfig({ ...app.config(), plugins }, 'serve')
        return config.plugins
          .map(({ name }) => name)
          .filter((name) => name === 'vite:react-refresh')
      }
      expect(await names([framework()])).toHaveLength(1)
      expect(await names([react(), framework()])).toHaveLength(1)
      expect(await names([framework(), [react()]])).toHaveLength(1)
    }))

  it('lets no build report how long plugins took', () =>
    withApp({}, async (app) => {
      const { environments } = await resolveConfig(app.config(), 'build')
      for (const { build } of [environments['client']!, environments['ssr']!]) {
        expect(build.rolldownOptions.checks).toMatchObject({ pluginTimings: false })
      }
    }))

  it('refuses a base that is relative', () =>
    withApp({}, async (app) => {
      await expect(resolveConfig({ ...app.config(), base: './' }, 'build')).rejects.toThrow(
        'Cannot serve assets from the relative base "./"',
      )
    }))

  it('serves pages below a basename, assets below a base, modules of other languages, and the entries of the app', () =>
    withApp(
      {
        'app/entry.client.tsx': `
          import { hydrate } from 'framework/react'
          console.log('own-client-entry')
          export default hydrate()
        `,
        'app/entry.server.tsx': `
          export default async ({ render }) => {
            const response = await render()
            response.headers.set('X-Entry', 'own')
            return response
          }
        `,
        'app/routes/about.tsx': `
          import { Link } from 'framework/react'
          import './about.css'
          export default () => <Link to="/">home</Link>
        `,
        'app/routes/about.css': 'a { color: red }',
        'app/routes/post.md': '# Hello, secret-in-markdown',
      },
      async (app) => {
        const markdown: Plugin = {
          name: 'markdown',
          transform(code, id) {
            if (!id.endsWith('.md')) return
            return `
              const secret = ${JSON.stringify(code)}
              export const loader = () => secret.length
              export default function Post() { return 'a post' }
            `
          },
        }
        const config = app.config({ basename: '/shop' })
        const built = await buildAndImport(app, {
          ...config,
          base: '/static/',
          plugins: [markdown, ...config.plugins!],
        })
        const { default: handler, base, build } = built
        const get = (path: string): Promise<Response> =>
          handler(new Request(`http://localhost${path}`))
        const about = await get('/shop/about')
        const text = await about.text()

        // Below a basename and a base.
        expect(base).toBe('/static/')
        expect(text).toContain('<a href="/shop">home</a>')
        expect(text).toMatch(/href="\/static\/assets\/about-[\w-]+\.css"/)
        expect((await get('/about')).status).toBe(404)

        // The entries of the app.
        expect(about.headers.get('X-Entry')).toBe('own')
        const entry = build.clientEntry.url.replace('/static/', '')
        expect(await readFile(join(app.root, 'build/client', entry), 'utf8')).toContain(
          'own-client-entry',
        )

        // A module that a plugin converts from another language: the browser gets it without its server exports.
        expect(build.manifest.routes['routes/post']).toMatchObject({
          hasLoader: true,
          hasComponent: true,
        })
        expect(Object.keys(await build.routes['routes/post']())).toContain('loader')
        const assets = join(app.root, 'build/client/assets')
        const texts = await Promise.all(
          (await readdir(assets))
            .filter((name) => name.endsWith('.js'))
            .map((name) => readFile(join(assets, name), 'utf8')),
        )
        expect(texts.some((text) => text.includes('a post'))).toBe(true)
        expect(texts.some((text) => text.includes('secret-in-markdown'))).toBe(false)
      },
    ))
})
