import { rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

const page = (text: string) => `export default function Page() { return <h1>${text}</h1> }`
const importing = (source: string) => `import { part } from '${source}'\n${page('{part}')}`

describe.each([
  ['the watcher of app/', {}],
  ["Vite's watcher", { watch: {} }],
])('development with %s', (_, watching) => {
  let app: FixtureApp
  let server: ViteDevServer

  const start = async (plugins: Plugin[] = []): Promise<void> => {
    app = await createFixtureApp({
      'app/routes/_index.tsx': page('home'),
      'app/part.ts': "export const part = 'a part'",
    })
    const config = app.config()
    server = await createServer({
      ...config,
      plugins: [...config.plugins!, ...plugins],
      server: { port: 0, ...watching },
    })
    await server.listen()
    expect(await get('/')).toContain('<h1>home</h1>')
  }
  afterEach(async () => {
    await server.close()
    await app.remove()
  })

  const get = async (path: string): Promise<string> => {
    const { port } = server.httpServer!.address() as AddressInfo
    const response = await fetch(`http://localhost:${port}${path}`)
    return `${response.status} ${await response.text()}`
  }
  const pathOf = (file: string): string => join(app.root, 'app', file)

  it('shows a page that was loaded before the file of one of its imports was written', async () => {
    await start()
    writeFileSync(pathOf('routes/later.tsx'), importing('../later'))
    await eventually(async () => expect(await get('/later')).toContain('Does the file exist?'))

    writeFileSync(pathOf('later.ts'), "export const part = 'the later part'")
    await eventually(async () => expect(await get('/later')).toContain('<h1>the later part</h1>'))
  })

  it('shows a page that was loaded while a module was away for an instant', async () => {
    let state: 'there' | 'away' | 'back' = 'there'
    await start([
      {
        name: 'an editor that writes a file anew',
        enforce: 'post',
        transform(_, id) {
          if (!id.endsWith('/routes/away.tsx') || state !== 'there') return
          rmSync(pathOf('part.ts'))
          state = 'away'
        },
        resolveId: {
          order: 'post',
          handler(source) {
            if (source !== '../part' || state !== 'away') return
            writeFileSync(pathOf('part.ts'), "export const part = 'a part'")
            state = 'back'
          },
        },
      },
    ])
    writeFileSync(pathOf('routes/away.tsx'), importing('../part'))
    await eventually(async () => expect(await get('/away')).toContain('Does the file exist?'))
    expect(state).toBe('back')
    await eventually(async () => expect(await get('/away')).toContain('<h1>a part</h1>'))
  })

  it('shows a route that was away for an instant while the routes were read', async () => {
    await start()
    const file = pathOf('routes/about.tsx')
    writeFileSync(file, page('about'))
    await eventually(async () => expect(await get('/about')).toContain('<h1>about</h1>'))

    const send = server.environments.client.hot.send.bind(server.environments.client.hot)
    const isRead = new Promise<void>((resolve) => {
      vi.spyOn(server.environments.client.hot, 'send').mockImplementation((...args: unknown[]) => {
        if ((args[0] as { type?: string }).type === 'full-reload') resolve()
        return send(...(args as Parameters<typeof send>))
      })
    })
    rmSync(file)
    writeFileSync(pathOf('routes/other.tsx'), page('other'))
    await isRead
    writeFileSync(file, page('about again'))
    await eventually(async () => expect(await get('/about')).toContain('<h1>about again</h1>'))
  })
})
