import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder, createLogger } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureApp } from './app.fixture.ts'
import type { FrameworkOptions } from './options.ts'

const modules = join(import.meta.dirname, '../../../node_modules')

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

/** Builds an app that has React installed, as another version. Resolves to the code for the browser and to the warnings. */
async function build(version: string | undefined, options?: FrameworkOptions) {
  const app = await createFixtureApp({
    'app/routes/_index.tsx': 'export default function Home() { return <h1>Home</h1> }',
  })
  onTestFinished(() => app.remove())
  for (const name of ['react', 'react-dom', 'scheduler']) {
    const folder = join(app.root, 'node_modules', name)
    await cp(join(modules, name), folder, { recursive: true })
    const file = join(folder, 'package.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...manifest, version: version ?? manifest.version }))
  }
  const warnings: string[] = []
  const customLogger = { ...createLogger('silent'), warn: (text: string) => warnings.push(text) }
  const builder = await createBuilder({
    ...app.config(options),
    customLogger: customLogger as ReturnType<typeof createLogger>,
  })
  await builder.build(builder.environments['client']!)
  const assets = join(app.root, 'build/client/assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const code = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  return { code: code.join('\n'), warnings }
}

describe('a build', () => {
  it('leaves out parts of a React that was tested, without a word', async () => {
    const { code, warnings } = await build(undefined)
    expect(code).not.toContain('onpropertychange')
    expect(warnings).toEqual([])
  })

  it('keeps all of a React that was not tested, and says so in one line', async () => {
    for (const version of ['19.99.0', '19.3.999', '19.3.0-canary-1']) {
      const { code, warnings } = await build(version)
      expect(code).toContain('onpropertychange')
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toMatch(/^(?:react|react-dom|scheduler) 19\.\S+ is newer than .*\.$/)
    }
  })

  it('keeps all of React if the option says so', async () => {
    const { code, warnings } = await build('19.99.0', { leanReact: false })
    expect(code).toContain('onpropertychange')
    expect(warnings).toEqual([])
  })
})
