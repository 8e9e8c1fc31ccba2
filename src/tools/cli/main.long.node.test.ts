import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { sourceAliases } from '../vite/app.fixture.ts'

const repository = join(import.meta.dirname, '../../..')

const files = {
  'package.json': '{"type":"module"}',
  // The templates of React Router have this `NODE_ENV`.
  '.env': 'FIXTURE_GREETING=hello from the file\nNODE_ENV=development\n',
  'vite.config.ts': `
    // Not a static import: Vite would bundle the sources into the config and start again when one of them changes.
    const { framework } = await import(${JSON.stringify(pathToFileURL(join(repository, 'src/tools/vite/index.ts')).href)} + '')
    export default {
      plugins: [framework({ retainAssets: Number(process.env.RETAIN ?? 0) })],
      resolve: { alias: ${JSON.stringify(sourceAliases)} },
    }
  `,
  'app/root.tsx': `
    import { Links, Outlet, Scripts } from 'framework/react'
    export default () => <html><head><Links /></head><body><Outlet /><Scripts /></body></html>
  `,
  'app/router.ts': `
    import { createRouter } from 'framework/fetch-router'
    // Such as a connection to a database.
    setInterval(() => {}, 60_000)
    export default async function createApp(pages) {
      if (process.env.FIXTURE_FAILS) throw new Error('the database is gone')
      if (process.env.FIXTURE_WAITS) {
        console.log('waiting for the database')
        await new Promise(() => {})
      }
      const router = createRouter()
      router.get('/slow', async () => {
        console.log('slow began')
        await new Promise((resolve) => setTimeout(resolve, 500))
        return new Response('done')
      })
      router.map('/*', pages)
      return router
    }
    export function health() {
      if (process.env.FIXTURE_NEEDS) throw new Error(process.env.FIXTURE_NEEDS + ' is away')
    }
  `,
  'app/routes/_index.tsx': `
    import { useLoaderData } from 'framework/react'
    export const loader = () => process.env.FIXTURE_GREETING + ' in ' + process.env.NODE_ENV
    export default () => <h1>{useLoaderData<typeof loader>()}</h1>
  `,
  'app/routes/broken.tsx': `
interface Line {
  number: 2
}
export function loader(): Line {
  throw new Error('the loader broke')
}
export default () => null
`,
  'app/routes/books.$slug.tsx': 'export default () => <p>a book</p>',
  'app/routes/books.new.tsx': 'export default () => <p>a new book</p>',
  'public/robots.txt': 'User-agent: *\n',
  'public/.hidden': 'not for everyone',
}

let root: string
beforeAll(async () => {
  await mkdir(join(repository, '.framework'), { recursive: true })
  root = await mkdtemp(join(repository, '.framework/fixture-'))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
})
afterAll(() => rm(root, { recursive: true, force: true }))

function start(args: string[], env: Record<string, string> = {}) {
  // The server must not inherit variables of the test runner.
  const { NODE_ENV: _, PORT: __, HOST: ___, VITEST: ____, ...inherited } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: root,
    env: { ...inherited, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  child.stdout.on('data', (chunk) => (output.text += chunk))
  child.stderr.on('data', (chunk) => (output.text += chunk))
  return { child, output }
}

async function finish(args: string[], env?: Record<string, string>) {
  const { child, output } = start(args, env)
  const [code] = await once(child, 'close')
  return { code: code as number, text: output.text }
}

async function listen(args: string[], env?: Record<string, string>) {
  const { child, output } = start(args, env)
  const origin = await eventually(() => {
    const found = /https?:\/\/[\w.[\]:]+:\d+/.exec(output.text)
    if (child.exitCode !== null || found === null) throw new Error(output.text)
    return found[0]
  })
  return { child, origin, output }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const closed = once(child, 'close')
  child.kill(signal)
  return (await closed)[0] as number | null
}

describe('framework with an old Node', () => {
  it('says which Node it needs and which one runs it', async () => {
    // Alone in its folder, so that the check has to come before the first import.
    const file = join(root, 'main.mjs')
    await copyFile(join(import.meta.dirname, 'main.ts'), file)
    const version = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
    const args = ['--import', `data:text/javascript,${version}`, file, 'dev']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    child.stderr.on('data', (chunk) => (text += chunk))
    const [code] = await once(child, 'close')
    await rm(file)
    expect(code).toBe(1)
    expect(text).toBe('Cannot run framework with Node 20.20.2. Install Node 22.22 or newer.\n')
    expect(manifest.engines.node).toBe('>=22.22')
  })
})

describe('framework start without a build', () => {
  it('fails and says what to do', async () => {
    const { code, text } = await finish(['start', '--port', '0'])
    expect(code).toBe(1)
    expect(text.trim()).toBe('Cannot find build/server/index.js. Run npx framework build first.')
  })

  it('fails and says what to do when only the files for the browser are missing', async () => {
    await mkdir(join(root, 'build/server'), { recursive: true })
    await writeFile(join(root, 'build/server/index.js'), 'export default () => new Response()')
    const { code, text } = await finish(['start', '--port', '0'])
    await rm(join(root, 'build'), { recursive: true })
    expect(code).toBe(1)
    expect(text.trim()).toBe('Cannot find build/client. Run npx framework build first.')
  })
})

describe('framework start with a static build', () => {
  it('says that --assets is ignored', async () => {
    await mkdir(join(root, 'build/client'), { recursive: true })
    await writeFile(join(root, 'build/static.json'), '{"basename":"/","files":"flat"}')
    await writeFile(join(root, 'build/client/index.html'), 'the home page')
    const args = ['start', '--port', '0', '--assets', 'kept']
    const { child, origin, output } = await listen(args)
    expect(await (await fetch(origin)).text()).toBe('the home page')
    await stop(child)
    await rm(join(root, 'build'), { recursive: true })
    expect(output.text).toContain('Ignoring --assets kept: a static build is made for a host')
    expect(await readdir(root)).not.toContain('kept')
  })
})

describe('framework dev', () => {
  it('serves on a free port, prints its URL and stops on a signal', async () => {
    const { child, origin } = await listen(['dev', '--port', '0'])
    const response = await fetch(origin)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('hello from the file in development')
    // 128 + 15 is the exit code after a SIGTERM.
    expect(await stop(child)).toBe(143)
  })

  it('is for development whatever NODE_ENV is in the environment', async () => {
    const { child, origin } = await listen(['dev', '--port', '0'], { NODE_ENV: 'production' })
    const page = await (await fetch(origin)).text()
    const root = await (await fetch(`${origin}/app/root.tsx`)).text()
    await stop(child)
    expect(page).toContain('hello from the file in development')
    expect(root).toContain('jsxDEV')
  })

  it('fails when the port is in use', async () => {
    const { child, origin } = await listen(['dev'], { PORT: '0' })
    const { port } = new URL(origin)
    const { code, text } = await finish(['dev', '--port', port])
    expect(code).toBe(1)
    expect(text).toContain(`Cannot listen on port ${port}: it is already in use`)
    await stop(child, 'SIGINT')
  })
})

describe('framework routes', () => {
  it('lists pages and routes in one table', async () => {
    const { code, text } = await finish(['routes'])
    expect(code).toBe(0)
    expect(text.trim().split('\n')).toEqual([
      'Method  Pattern       Where',
      'GET     /             app/routes/_index.tsx',
      'GET     /books/:slug  app/routes/books.$slug.tsx',
      'GET     /books/new    app/routes/books.new.tsx',
      'GET     /broken       app/routes/broken.tsx',
      'GET     /slow         app/router.ts',
    ])
  })

  it('explains a path, also as JSON', async () => {
    const { code, text } = await finish(['routes', '--explain', '/books/new', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(text)[0]).toEqual({
      route: {
        kind: 'page',
        methods: ['GET'],
        pattern: '/books/new',
        id: 'routes/books.new',
        file: 'app/routes/books.new.tsx',
      },
      verdict: 'wins',
      reason: 'wins over app/routes/books.$slug.tsx: static text beats a param (:slug) in the path',
      parts: [
        { file: 'app/root.tsx', exports: ['default'] },
        { file: 'app/routes/books.new.tsx', exports: ['default'] },
      ],
    })
  })

  it('explains a path with the layouts of its page, and without routes that do not match', async () => {
    const { text } = await finish(['routes', '--explain', '/books/new'])
    expect(text).toContain('  app/root.tsx              default\n')
    expect(text).toContain('3 other routes do not match.')
    expect(text).not.toContain('/slow')
  })
})

describe('framework build and start', () => {
  beforeAll(async () => {
    const { code, text } = await finish(['build'])
    expect(text).toContain('✓ Built in')
    expect(text).toMatch(/^build\/client\/assets\/client-/m)
    expect(code).toBe(0)
  })

  it('serves pages and files, and caches hashed files permanently', async () => {
    const { child, origin } = await listen(['start'], { PORT: '0' })
    try {
      const page = await fetch(origin)
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(html).toContain('hello from the file')

      const [asset] = /\/assets\/client-[\w-]+\.js/.exec(html)!
      const plain = await fetch(origin + asset, { headers: { 'Accept-Encoding': 'identity' } })
      expect(plain.status).toBe(200)
      expect(plain.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
      expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
      expect(plain.headers.get('Content-Encoding')).toBeNull()
      const content = await plain.text()

      for (const coding of ['br', 'gzip', 'zstd']) {
        const packed = await fetch(origin + asset, { headers: { 'Accept-Encoding': coding } })
        expect(packed.headers.get('Content-Encoding')).toBe(coding)
        expect(packed.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
        if (coding !== 'zstd') expect(await packed.text()).toBe(content)
        const again = await fetch(origin + asset, {
          headers: { 'Accept-Encoding': coding, 'If-None-Match': packed.headers.get('ETag')! },
        })
        expect(again.status).toBe(304)
        expect(again.headers.get('Content-Encoding')).toBeNull()
      }

      const missing = await fetch(`${origin}/assets/gone-abc.js`)
      expect(missing.status).toBe(404)
      expect(missing.headers.get('Cache-Control')).toBe('no-store')
      expect(missing.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(await missing.text()).toBe('Not Found')

      const robots = await fetch(`${origin}/robots.txt`)
      expect(await robots.text()).toBe('User-agent: *\n')
      expect(robots.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
      expect((await fetch(`${origin}/robots.txt`, { method: 'HEAD' })).status).toBe(200)
      expect((await fetch(`${origin}/%72obots.txt`)).status).toBe(200)
      expect((await fetch(`${origin}/assets%2Fx`)).status).toBe(404)
      expect(await (await fetch(`${origin}/.hidden`)).text()).not.toContain('not for everyone')
    } finally {
      await stop(child)
    }
  })

  it('runs with the framework that is in the build, and loads only the command from the package', async () => {
    const print = `import { registerHooks } from 'node:module'
      registerHooks({ load(url, context, next) { console.log('loaded ' + url); return next(url, context) } })`
    const { child, output } = await listen(['start', '--port', '0'], {
      NODE_OPTIONS: `--import data:text/javascript;base64,${btoa(print)}`,
    })
    await stop(child)
    const loaded = output.text.matchAll(/loaded file:\S*\/src\/(?:tools\/)?([\w-]+)\/\S+/g)
    expect([...new Set([...loaded].map(([, folder]) => folder))]).toEqual([
      'cli',
      'terminal',
      'edges',
    ])

    // A server of your own can do the same.
    const own = await import(pathToFileURL(join(root, 'build/server/serve.js')).href)
    expect(Object.keys(own).sort()).toEqual(['createRequestListener', 'serve', 'serveBuild'])
  })

  it('builds for production although .env has another NODE_ENV', async () => {
    const { child, origin } = await listen(['start', '--port', '0'])
    const page = await (await fetch(origin)).text()
    await stop(child)
    expect(page).toContain('hello from the file in production')
    for (const folder of ['build/client/assets', 'build/server']) {
      const names = await readdir(join(root, folder), { recursive: true })
      for (const name of names.filter((name) => name.endsWith('.js'))) {
        expect(await readFile(join(root, folder, name), 'utf8'), name).not.toContain('jsxDEV(')
      }
    }
  })

  it('serves public files as they are now: empty, changed, gone', async () => {
    const folder = join(root, 'build/client')
    await writeFile(join(folder, 'empty.txt'), '')
    await writeFile(join(folder, 'changing.txt'), 'short')
    const { child, origin } = await listen(['start', '--port', '0'])
    try {
      const empty = await fetch(`${origin}/empty.txt`)
      expect(empty.status).toBe(200)
      expect(empty.headers.get('Content-Length')).toBe('0')
      expect(await empty.text()).toBe('')

      expect(await (await fetch(`${origin}/changing.txt`)).text()).toBe('short')
      await writeFile(join(folder, 'changing.txt'), 'much longer than before')
      const changed = await fetch(`${origin}/changing.txt`)
      expect(changed.headers.get('Content-Length')).toBe('23')
      expect(await changed.text()).toBe('much longer than before')

      await rm(join(folder, 'changing.txt'))
      expect((await fetch(`${origin}/changing.txt`)).status).toBe(404)
    } finally {
      await stop(child)
      await rm(join(folder, 'empty.txt'))
    }
  })

  it('names the sources in the stacks of errors, and does not serve them', async () => {
    const { child, origin, output } = await listen(['start'], { PORT: '0' })
    try {
      const response = await fetch(`${origin}/broken`)
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain('the loader broke')
      await eventually(() => expect(output.text).toMatch(/app\/routes\/broken\.tsx:6:9/))
    } finally {
      await stop(child)
    }
    const files = await readdir(join(root, 'build/client'), { recursive: true })
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  })

  it('ends with the error and never listens if the app cannot be created', async () => {
    const args = ['start', '--port', '0', '--health', '/health']
    const { code, text } = await finish(args, { FIXTURE_FAILS: '1' })
    expect(code).toBe(1)
    expect(text).toMatch(
      /^Cannot start the app, because it could not be created:\n\nError: the data/,
    )
    expect(text).toContain('app/router.ts:6:44')
    expect(text).toContain('Repair this error, and start the app again.')
    expect(text).not.toContain('Listening')
  })

  it('does not listen before the app is created, and says so if that takes long', async () => {
    const { child, output } = start(['start', '--port', '0'], { FIXTURE_WAITS: 'created' })
    await eventually(() => expect(output.text).toContain('waiting for the database'))
    await eventually(() => expect(output.text).toContain('Cannot listen yet: the app is not'))
    await stop(child, 'SIGKILL')
    expect(output.text).not.toContain('Listening')
  })

  it('ends a server of your own with the error if the app cannot be created', async () => {
    const file = join(root, 'server.mjs')
    const entry = './build/server/index.js'
    await writeFile(file, `import app from '${entry}'\nsetInterval(() => app, 60_000)\n`)
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, FIXTURE_FAILS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (chunk) => (text += chunk))
    const [code] = await once(child, 'close')
    await rm(file)
    expect(code).toBe(1)
    expect(text).toContain('the database is gone')
  })

  it('is attacked by prove, which prints a command for what it finds', async () => {
    const found = await finish(['prove', '--only', '/broken'])
    expect(found.text).toContain('Attacking build/server/index.js …')
    expect(found.text).toContain("'http://localhost:3000/broken'")
    expect(found.text).toContain('The app logged: Error: the loader broke')
    expect(found.code).toBe(1)

    const fine = await finish(['prove', '--only', '/books/:slug'])
    expect(fine.text).toMatch(/^Sent \d+ requests to 1 route in [\d.]+ s\.$/m)
    expect(fine.text).toMatch(/^Found no faults\.$/m)
    expect(fine.code).toBe(0)
  })

  it('keeps the files of a running server during the next build and after it', async () => {
    const home = join(root, 'app/routes/_index.tsx')
    const { child, origin } = await listen(['start'], { PORT: '0' })
    try {
      const html = await (await fetch(origin)).text()
      const paths = ['/robots.txt', ...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
      expect(paths.length).toBeGreaterThan(3)
      const read = async (path: string, coding: string) => {
        const response = await fetch(origin + path, { headers: { 'Accept-Encoding': coding } })
        return `${response.status} ${await response.text()}`
      }
      const contents = await Promise.all(paths.map((path) => read(path, 'identity')))
      // Only a file that is never replaced can be sent at every moment.
      const numberFiles = () =>
        Promise.all(paths.map(async (path) => (await stat(join(root, 'build/client', path))).ino))
      const numbers = await numberFiles()
      /** Asks for every file once, with each coding. */
      const readAll = async () => {
        for (const coding of ['identity', 'br', 'gzip']) {
          for (const [at, path] of paths.entries()) {
            expect(await read(path, coding), `${path} as ${coding}`).toBe(contents[at])
          }
        }
      }

      await writeFile(home, files['app/routes/_index.tsx'].replace('<h1>', '<h1>new '))
      for (let count = 0; count < 2; count++) {
        const state = { isBuilding: true }
        const building = finish(['build'], { RETAIN: '1' }).finally(
          () => (state.isBuilding = false),
        )
        while (state.isBuilding) await readAll()
        expect((await building).code).toBe(0)
        await readAll()
      }
      expect(await numberFiles()).toEqual(numbers)
    } finally {
      await writeFile(home, files['app/routes/_index.tsx'])
      await stop(child)
    }
  })

  it('is not healthy without what app/router.ts says that the app needs', async () => {
    const args = ['start', '--port', '0', '--host', '127.0.0.1', '--health', '/health']
    const { child, origin, output } = await listen(args, { FIXTURE_NEEDS: 'Postgres' })
    const health = await fetch(`${origin}/health`)
    expect([health.status, await health.text()]).toEqual([503, 'failing'])
    expect((await fetch(`${origin}/health/live`)).status).toBe(200)
    expect(output.text).toContain('Postgres is away')
    await stop(child)
  })

  it('lets a running request finish when it is stopped', async () => {
    const args = ['start', '--port', '0', '--host', '127.0.0.1', '--health', '/health']
    const { child, origin, output } = await listen(args)
    expect(new URL(origin).hostname).toBe('127.0.0.1')
    expect(await (await fetch(`${origin}/health`)).text()).toBe('ok')
    const slow = fetch(`${origin}/slow`)
    await eventually(() => expect(output.text).toContain('slow began'))
    const stopped = stop(child)
    expect(await (await slow).text()).toBe('done')
    await stopped
  })
})

describe('framework start with a wrong option', () => {
  it.each([
    ['--trust-proxy', 'everyone', 'Cannot read "everyone" as an address or a network'],
    ['--health', 'up', 'Cannot use "up" as "health". Use a path such as "/health".'],
  ])('says what is wrong: %s %s', async (option, value, message) => {
    const { code, text } = await finish(['start', '--port', '0', option, value])
    expect(code).toBe(1)
    expect(text).toContain(message)
  })
})

describe('framework build with a mistake', () => {
  it('fails and says what is wrong', async () => {
    const file = join(root, 'app/routes/wrong.tsx')
    await writeFile(file, "export * from './other'")
    const { code, text } = await finish(['build'])
    await rm(file)
    expect(code).toBe(1)
    expect(text).toContain('app/routes/wrong.tsx exports. Name each export')
  })
})
