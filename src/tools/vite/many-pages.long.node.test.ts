import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

const count = 300
const files = Object.fromEntries(
  Array.from({ length: count }, (_, i) => [
    `app/routes/section${i}.$id.item${i}.tsx`,
    `
      export const loader = ({ params }) => params.id
      export default function Page() { return <h1>page ${i}</h1> }
    `,
  ]),
)

describe('an app of many pages', () => {
  let app: FixtureApp
  beforeAll(async () => {
    app = await createFixtureApp({
      ...files,
      'app/routes/(lang).shop.tsx': 'export default () => <p>shop</p>',
    })
  })
  afterAll(() => app.remove())

  describe('in development', () => {
    const transformed = new Set<string>()
    const recorder: Plugin = {
      name: 'recorder',
      transform(_, id) {
        if (id.includes('/app/routes/')) transformed.add(id.replace(/^.*\/app\/routes\//, ''))
      },
    }
    let server: ViteDevServer
    beforeAll(async () => {
      const config = app.config()
      server = await createServer({ ...config, plugins: [...config.plugins!, recorder] })
      await server.listen(0)
    })
    afterAll(() => server.close())

    it('shows a page without transforming the others', async () => {
      const { port } = server.httpServer!.address() as AddressInfo
      const response = await fetch(
        `http://localhost:${port}/section${count - 1}/7/item${count - 1}`,
      )
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(`page ${count - 1}`)
      expect([...transformed]).toEqual([`section${count - 1}.$id.item${count - 1}.tsx`])
    })

    it('searches only some of the pages for dependencies, and the root first', () => {
      // The id of the browser's entry comes before them. It is not a file.
      const [, ...searched] = server.environments.client.config.build.rolldownOptions
        .input as string[]
      expect(searched).toHaveLength(100)
      expect(searched[0]).toBe(normalizePath(join(app.root, 'app/root.tsx')))
      // Vite would read other entries as globs, in which some names of files have another meaning.
      expect(searched).toContain(normalizePath(join(app.root, 'app/routes/(lang).shop.tsx')))
      expect(server.config.optimizeDeps.entries).toBe(undefined)
    })
  })
})
