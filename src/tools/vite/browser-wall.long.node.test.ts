import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder, type InlineConfig, type Plugin } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

const secret = 'never-in-the-browser-5f1c'
const json = `{"key":"${secret}"}`

const files = {
  'app/db.server.ts': `export const db = '${secret}'`,
  'app/key.server.json': json,
  'app/key.server.bin': json,
  'app/server/theme.css': `.${secret} { color: red }`,
  'app/routes/about.tsx': `
    export const loader = () => '${secret}'
    export const helper = () => 'a helper'
    export default function About() { return <p>{helper()}</p> }
  `,
  'app/reads-db.ts': "import { db } from './db.server'\npostMessage(db)",
  'app/reads-key.ts': "import key from './key.server.json?raw'\npostMessage(key)",
  'app/reads-loader.ts': "import { loader } from './routes/about'\npostMessage(loader())",
  'app/starts-another.ts': "new Worker(new URL('./reads-db.ts', import.meta.url))",
}

/** Writes an app whose home page has this code. */
async function createApp(code: string, extra: Record<string, string> = {}): Promise<FixtureApp> {
  const imports = code.match(/^import .*$/gm) ?? []
  const rest = code.replace(/^import .*$/gm, '')
  const app = await createFixtureApp({
    ...files,
    'app/routes/_index.tsx': `${imports.join('\n')}\nexport default function Home() {\n${rest}\nreturn null }`,
    ...extra,
  })
  onTestFinished(app.remove)
  return app
}

/** Builds only the files for the browser. Resolves to the message of the error, or to what they contain. */
async function build(app: FixtureApp, config: InlineConfig = {}): Promise<string> {
  const base = app.config()
  const plugins = [...(config.plugins ?? []), ...base.plugins!]
  try {
    const builder = await createBuilder({ ...base, ...config, plugins })
    await builder.build(builder.environments['client']!)
  } catch (error) {
    return (error as Error).message
  }
  const written = await readdir(join(app.root, 'build/client'), {
    recursive: true,
    withFileTypes: true,
  })
  const texts = written
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

const onlyForServer = (name: string) =>
  `Cannot use app/${name} in the browser: it is only for the server`

describe('a web worker', () => {
  it.each([
    ['Worker', "new Worker(new URL('../reads-db.ts', import.meta.url))"],
    ['module', "new Worker(new URL('../reads-db.ts', import.meta.url), { type: 'module' })"],
    ['SharedWorker', "new SharedWorker(new URL('../reads-db.ts', import.meta.url))"],
    ['?worker', "import Reader from '../reads-db?worker'\nnew Reader()"],
    ['?sharedworker', "import Reader from '../reads-db?sharedworker'\nnew Reader()"],
    ['?worker&inline', "import Reader from '../reads-db?worker&inline'\nnew Reader()"],
    ['?worker&url', "import url from '../reads-db?worker&url'\nnew Worker(url)"],
  ])('cannot import a server module: %s', async (_, code) => {
    const message = await build(await createApp(code))
    expect(message).toContain(onlyForServer('db.server.ts'))
    expect(message).toMatch(
      /app\/routes\/_index\.tsx\n.*└ app\/reads-db\.ts\n.*└ app\/db\.server\.ts \(line 1\)/,
    )
    expect(message).not.toContain(secret)
  })

  it('cannot import one from a worker that another worker starts', async () => {
    const message = await build(
      await createApp("new Worker(new URL('../starts-another.ts', import.meta.url))"),
    )
    expect(message).toMatch(/_index\.tsx\n.*starts-another\.ts\n.*reads-db\.ts\n.*db\.server\.ts/)
  })

  it('cannot be a server module', async () => {
    for (const code of [
      "new Worker(new URL('../db.server.ts', import.meta.url))",
      "import Db from '../db.server?worker'\nnew Db()",
    ]) {
      expect(await build(await createApp(code))).toContain(onlyForServer('db.server.ts'))
    }
  })

  it('cannot read the text of a server file', async () => {
    const code = "new Worker(new URL('../reads-key.ts', import.meta.url))"
    expect(await build(await createApp(code))).toContain(onlyForServer('key.server.json'))
  })

  it('cannot import the loader of a route', async () => {
    const code = "new Worker(new URL('../reads-loader.ts', import.meta.url))"
    expect(await build(await createApp(code))).toMatch(/"loader" is not exported/)
  })

  it('is built with what it may import, and without the server code of routes', async () => {
    const app = await createApp(
      [
        "import Sum from '../sum.client?worker'",
        "import Inline from '../.client/inline?worker&inline'",
        "new Worker(new URL('../outer.ts', import.meta.url), { type: 'module' })",
        "new SharedWorker(new URL('../shared.ts', import.meta.url))",
        'new Sum()',
        'new Inline()',
      ].join('\n'),
      {
        'app/outer.ts':
          "import { helper } from './routes/about'\npostMessage(helper())\nnew Worker(new URL('./inner.ts', import.meta.url))",
        'app/inner.ts': "import data from './data.json'\npostMessage(data.text)",
        'app/data.json': '{ "text": "some data" }',
        'app/shared.ts': "import { unused } from './unused'\npostMessage('shared')",
        'app/unused.ts':
          "import { db } from './db.server'\nexport const unused = (row?: typeof db) => row",
        'app/sum.client.ts': "postMessage('for the browser')",
        'app/.client/inline.ts': "postMessage('inline')",
      },
    )
    const text = await build(app)
    for (const part of ['a helper', 'some data', 'shared', 'for the browser', 'inline']) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain(secret)
  })
})

describe('a file that browser code names', () => {
  it.each([
    ['new URL()', "console.log(new URL('../key.server.json', import.meta.url))", 'key.server.json'],
    ['a URL of a module', 'new URL(`../db.server.ts`, import.meta.url)', 'db.server.ts'],
    ['a URL from the root', "new URL('/app/key.server.json', import.meta.url)", 'key.server.json'],
    ['?raw', "import key from '../key.server.json?raw'\nconsole.log(key)", 'key.server.json'],
    ['import(?raw)', "import('../db.server.ts?raw')", 'db.server.ts'],
    ['JSON', "import key from '../key.server.json'\nconsole.log(key)", 'key.server.json'],
    ['assetsInclude', "import key from '../key.server.bin'\nconsole.log(key)", 'key.server.bin'],
    [
      'glob ?raw',
      "console.log(import.meta.glob('../key.server.json', { query: '?raw' }))",
      'key.server.json',
    ],
    [
      'glob ?url',
      "console.log(import.meta.glob('../key.server.*n', { query: '?url', eager: true }))",
      'key.server.json',
    ],
    ['template', 'new URL(`../${location.hash}.server.json`, import.meta.url)', 'key.server.json'],
  ])('is refused if it is for the server: %s', async (_, code, name) => {
    const message = await build(await createApp(code), { assetsInclude: ['**/key.server.bin'] })
    expect(message).toMatch(new RegExp(`Cannot use app/key.server|${onlyForServer(name)}`))
    expect(message).not.toContain(secret)
  })

  it.each([
    ['url()', 'body { background: url(./key.server.bin) }', 'key.server.bin'],
    ['image-set()', 'a { background: image-set("./key.server.bin" 1x) }', 'key.server.bin'],
    ['@import', '@import "./server/theme.css";', 'server/theme.css'],
    ['an import of an import', '@import "./other.css";', 'key.server.bin'],
    ['composes', '.a { composes: b from "./server/theme.css" }', 'server/theme.css'],
  ])('is refused in a stylesheet: %s', async (_, css, name) => {
    const extra = {
      'app/styles.module.css': css,
      'app/other.css': "b { background: url('key.server.bin') }",
    }
    const app = await createApp("import '../styles.module.css'", extra)
    const message = await build(app)
    expect(message).toContain(onlyForServer(name))
    expect(message).toMatch(/_index\.tsx\n.*└ app\/styles\.module\.css/)
  })

  it('is refused in a stylesheet that is imported as a URL or as text', async () => {
    const extra = { 'app/styles.css': 'body { background: url(./key.server.bin) }' }
    for (const query of ['url', 'inline']) {
      const app = await createApp(
        `import styles from '../styles.css?${query}'\nconsole.log(styles)`,
        extra,
      )
      expect(await build(app)).toContain(onlyForServer('key.server.bin'))
    }
  })

  it('is refused if it is a route module, because its text has the loader', async () => {
    for (const code of [
      "console.log(new URL('./about.tsx', import.meta.url))",
      "import text from './about.tsx?raw'\nconsole.log(text)",
      "console.log(import.meta.glob('./about.tsx', { query: '?url', eager: true }))",
    ]) {
      expect(await build(await createApp(code))).toContain(
        'the text of a route module contains server code',
      )
    }
  })

  it('is refused if app/ has a link with the name of a server file or folder', async () => {
    const app = await createApp(
      "import { db } from '../server/linked/db'\nimport { other } from '../other.server'\nconsole.log(db, other)",
      { 'shared/db.ts': `export const db = '${secret}'\nexport const other = db` },
    )
    await symlink('../../shared', join(app.root, 'app/server/linked'))
    await symlink('../shared/db.ts', join(app.root, 'app/other.server.ts'))
    expect(await build(app)).toMatch(/Cannot use app\/(?:server\/linked|other\.server)/)
  })

  it('is sent if it is not for the server', async () => {
    const app = await createApp(
      "import '../styles.css'\nconsole.log(new URL('../public.json', import.meta.url), new URL('https://a.example/x.server.json', import.meta.url))",
      {
        'app/public.json': '{ "a": 1 }',
        // The names of packages and of Node modules say nothing about files of the app.
        'app/styles.css':
          '@import "./util.css"; /* url(./key.server.bin) */ body { background: url(data:,) url(#x) }',
        'app/util.css': '.util { color: red } @source "./server";',
      },
    )
    expect(await build(app)).toContain(Buffer.from('{ "a": 1 }').toString('base64'))
  })
})

describe('a link in public/', () => {
  it('is refused if it leaves the folder, because the build would copy the file', async () => {
    const app = await createApp('', { 'public/robots.txt': 'User-agent: *' })
    await symlink('../app/db.server.ts', join(app.root, 'public/db.txt'))
    const message = await build(app)
    expect(message).toContain('public/db.txt for the browser: it is a link to ')
    expect(message).toContain('app/db.server.ts, which is outside of the public folder')
    expect(message).toContain('Copy the file there instead.')
  })

  it('is refused if it leads to a folder that is elsewhere', async () => {
    const app = await createApp('', { 'public/a/robots.txt': 'User-agent: *' })
    await symlink('../../app', join(app.root, 'public/a/app'))
    expect(await build(app)).toContain('public/a/app for the browser: it is a link to ')
  })

  it('may lead to another file of the folder, or nowhere', async () => {
    const app = await createApp('', { 'public/a.txt': 'text of a link' })
    await mkdir(join(app.root, 'public/b'))
    await symlink('../a.txt', join(app.root, 'public/b/b.txt'))
    expect((await build(app)).match(/text of a link/g)).toHaveLength(2)
  })
})

describe('the last look at what was built', () => {
  const late = (plugin: Plugin): InlineConfig => ({ plugins: [plugin] })

  it('finds a module that another plugin resolved and read', async () => {
    const app = await createApp("import { db } from 'my-db'\nconsole.log(db)")
    const plugin: Plugin = {
      name: 'mine',
      enforce: 'pre',
      resolveId: (id) => (id === 'my-db' ? join(app.root, 'app/db.server.ts') : undefined),
      load: (id) => (id.endsWith('db.server.ts') ? `export const db = '${secret}'` : undefined),
    }
    const message = await build(app, late(plugin))
    expect(message).toMatch(
      /Cannot write assets\/_index-.+\.js for the browser: it contains app\/db\.server\.ts, which has code for the server/,
    )
  })

  it('finds a route module that another plugin read, with its loader', async () => {
    const app = await createApp("import { loader } from './about'\nconsole.log(loader)")
    const plugin: Plugin = {
      name: 'mine',
      enforce: 'pre',
      load: (id) =>
        id.endsWith('about.tsx') ? `export const loader = () => '${secret}'` : undefined,
    }
    expect(await build(app, late(plugin))).toContain(
      'it contains app/routes/about.tsx, which has code for the server',
    )
  })

  it('finds a file that a plugin emits or inlines', async () => {
    const emits = await createApp('')
    const file = join(emits.root, 'app/key.server.json')
    const emit: Plugin = {
      name: 'mine',
      generateBundle() {
        const originalFileName = 'app/key.server.json'
        if (this.environment.name === 'client')
          this.emitFile({ type: 'asset', name: 'key.json', originalFileName, source: json })
      },
    }
    expect(await build(emits, late(emit))).toContain('it contains app/key.server.json')

    const inlines = await createApp('console.log(KEY)')
    const key = `data:;base64,${(await readFile(file)).toString('base64')}`
    expect(await build(inlines, { define: { KEY: JSON.stringify(key) } })).toContain(
      'it contains app/key.server.json',
    )
  })

  it('looks at workers too', async () => {
    const app = await createApp("new Worker(new URL('../w.ts', import.meta.url))", {
      'app/w.ts': "import { db } from 'my-db'\npostMessage(db)",
    })
    const plugin: Plugin = {
      name: 'mine',
      enforce: 'pre',
      resolveId: (id) => (id === 'my-db' ? join(app.root, 'app/db.server.ts') : undefined),
      load: (id) => (id.endsWith('db.server.ts') ? `export const db = '${secret}'` : undefined),
    }
    expect(await build(app, { worker: { plugins: () => [plugin] } })).toMatch(
      /Cannot write assets\/w-.+\.js for the browser: it contains app\/db\.server\.ts/,
    )
  })
})
