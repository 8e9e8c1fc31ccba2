import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createBuilder, type InlineConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

const planted = 'password of the database'

const files = {
  'app/routes/now.tsx': `
    import { Suspense } from 'react'
    function Broken() { throw new Error('${planted}') }
    export default () => <Suspense fallback={<p>waiting</p>}><Broken /></Suspense>
  `,
  'app/routes/later.tsx': `
    import { Suspense, use } from 'react'
    export const loader = () => null
    const failing = () => new Promise((_, reject) => setTimeout(reject, 20, new Error('${planted}')))
    let promise
    function Broken() { return use(promise ??= failing()) }
    export default () => <Suspense fallback={<p>waiting</p>}><Broken /></Suspense>
  `,
  'app/routes/env.ts': 'export const loader = () => String(process.env.NODE_ENV)',
}

describe.each<[string, InlineConfig]>([
  ['that imports React', {}],
  ['that has React in its own files', { ssr: { noExternal: true } }],
])('a built server %s', (_, config) => {
  let app: FixtureApp
  beforeAll(async () => {
    app = await createFixtureApp(files)
    vi.stubEnv('NODE_ENV', 'development')
    await (await createBuilder({ ...app.config(), ...config })).buildApp()
    vi.unstubAllEnvs()
  })
  afterAll(() => app.remove())

  async function get(path: string, env: Record<string, string>): Promise<string> {
    const url = pathToFileURL(join(app.root, 'build/server/index.js')).href
    const script = `
      const { default: handler } = await import(${JSON.stringify(url)})
      const response = await handler(new Request('http://localhost${path}'))
      process.stdout.write(await response.text())
    `
    const { NODE_ENV: _, ...rest } = process.env
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { ...rest, ...env } },
    )
    if (path !== '/env') expect(stderr).toContain(planted) // Errors belong in the log.
    return stdout
  }

  it.each([
    ['/now', {}],
    ['/now', { NODE_ENV: 'development' }],
    ['/later', { NODE_ENV: 'development' }],
    ['/later', { NODE_ENV: 'staging' }],
  ])('says nothing of an error in a suspended boundary, at %s with %j', async (path, env) => {
    const html = await get(path, env)
    expect(html).toContain('waiting')
    expect(html).not.toContain(planted)
    expect(html).not.toContain('Broken')
  })

  it('leaves NODE_ENV as it is for all other code', async () => {
    expect(await get('/env', { NODE_ENV: 'staging' })).toBe('staging')
    expect(await get('/env', {})).toBe('undefined')
  })
})
