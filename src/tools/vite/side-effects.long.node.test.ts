import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureApp } from './app.fixture.ts'

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

const files = {
  'package.json': '{"type":"module","sideEffects":false}',
  'app/entry.client.tsx': `
    import { hydrate } from 'framework/react'
    import './entry.css'
    export default hydrate()
  `,
  'app/entry.css': 'body { margin: 1px }',
  'app/routes/_index.tsx': `
    import './home.css'
    export default function Home() { return <h1>Home</h1> }
  `,
  'app/routes/home.css': 'h1 { margin: 2px }',
}

/** Builds an app, and returns the text of each script that a page loads first, and its stylesheets. */
async function build(changes: Record<string, string> = {}) {
  const app = await createFixtureApp({ ...files, ...changes })
  onTestFinished(() => app.remove())
  await (await createBuilder(app.config())).buildApp()
  const server = await import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
  const response: Response = await server.default(new Request('http://localhost/'))
  const html = await response.text()
  const entry = /<script[^>]* src="([^"]+)"/.exec(html)![1]!
  const read = (url: string): Promise<string> =>
    readFile(join(app.root, 'build/client', url), 'utf8')
  const styles = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, url]) =>
    read(url!),
  )
  return { entry: await read(entry), styles: (await Promise.all(styles)).join('\n') }
}

describe('an app whose package.json says "sideEffects": false', () => {
  it('is hydrated by its own entry.client', async () => {
    const { entry } = await build()
    // The function that the entry imports is called.
    const [, name] = /^import\{(?:\w+ as )?(\w+)\}from"\.\/framework-/.exec(entry)!
    expect(entry).toContain(`${name}()`)
  })

  it('has the stylesheets that the entry and a route import for their effect', async () => {
    const { styles } = await build()
    expect(styles).toContain('margin:2px')
    expect(styles).toContain('margin:1px')
  })
})

describe('an own entry.client', () => {
  it('fails the build if nothing in it hydrates the page', async () => {
    const entry = `
      import { hydrate } from 'framework/react'
      console.log('hello')
    `
    await expect(build({ 'app/entry.client.tsx': entry })).rejects.toThrow(
      'Cannot build app/entry.client.tsx: it does not call hydrate() of framework/react',
    )
  })
})
