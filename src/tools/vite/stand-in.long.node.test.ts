import { execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { resolveOptions } from './options.ts'

const repository = join(import.meta.dirname, '../../..')
const pack = (manifest: object): string => JSON.stringify({ version: '1.0.0', ...manifest })

/** A package with other code for `import` and `require()`. `shape` imports `shape-part`. */
function shapePackage(folder: string, major: number): Record<string, string> {
  const isPart = folder.endsWith('shape-part')
  const name = isPart ? 'shape-part' : 'shape'
  const end = isPart ? '' : '+ part'
  return {
    [`${folder}/package.json`]: pack({
      name,
      version: `${major}.0.0`,
      exports: {
        '.': { import: './index.mjs', require: './index.cjs' },
        './inner': './index.mjs',
      },
    }),
    [`${folder}/index.mjs`]: `${isPart ? '' : "import { shape as part } from 'shape-part'"}
      export const shape = 'm${major}' ${end}`,
    [`${folder}/index.cjs`]: `${isPart ? '' : "const { shape: part } = require('shape-part')"}
      exports.shape = 'c${major}' ${end}`,
  }
}

/** Libraries with the constructs of remix-utils, remix-auth and remix-toast. */
const libraries = {
  // An ES module that declares its peer. The app reaches it only through another package, which it imports back.
  'esm-lib/package.json': pack({
    name: 'esm-lib',
    type: 'module',
    exports: './index.js',
    peerDependencies: { 'react-router': '*' },
    dependencies: { outer: '*' },
  }),
  'esm-lib/index.js': `
    import { createContext, data, unstable_createContext, useMatch, useMatches } from 'react-router'
    import { HydratedRouter } from 'react-router/dom'
    import { shape } from 'shape/inner'
    export { useMatches, data, useMatch, shape }
    export const keys = [typeof createContext(1), typeof unstable_createContext(), typeof HydratedRouter]
    export class Broken extends HydratedRouter {}
  `,
  'outer/package.json': pack({
    name: 'outer',
    type: 'module',
    exports: './index.js',
    dependencies: { 'esm-lib': '*' },
  }),
  'outer/index.js': `export * from 'esm-lib'`,
  // CommonJS, under another name than its own, with factories that it calls while it loads.
  'renamed/package.json': pack({
    name: 'cjs-lib',
    main: 'index.js',
    peerDependencies: { '@remix-run/server-runtime': '*', '@remix-run/react': '*' },
  }),
  'renamed/index.js': `
    "use strict"
    const server = require('@remix-run/server-runtime')
    const react = require('@remix-run/react')
    server.installGlobals()
    const createCookie = server.createCookieFactory({ sign() {}, unsign() {} })
    exports.cookie = createCookie('theme')
    exports.createStorage = server.createCookieSessionStorageFactory(createCookie)
    exports.useIds = () => react.useMatches().map((match) => match.id).join()
    exports.defer = server.defer
    exports.json = server.json
    exports.shape = require('shape').shape
  `,
  // Both libraries have another version beside them than the app, with one more package beside that.
  ...shapePackage('shape', 1),
  ...shapePackage('esm-lib/node_modules/shape', 2),
  ...shapePackage('renamed/node_modules/shape', 3),
  ...shapePackage('shape-part', 1),
  ...shapePackage('esm-lib/node_modules/shape-part', 2),
  ...shapePackage('renamed/node_modules/shape/node_modules/shape-part', 3),
  // The real package is installed as well, and must not be used.
  'react-router/package.json': pack({ name: 'react-router', main: 'index.js' }),
  'react-router/index.js': `throw new Error('the real react-router ran')`,
}

const files = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: {
      framework: '*',
      outer: '*',
      renamed: 'npm:cjs-lib@1',
      shape: '1',
      'shape-part': '1',
    },
  }),
  'vite.config.ts': `
    import { framework } from 'framework/vite'
    export default { plugins: [framework({ standsFor: ['react-router', '@remix-run/react', '@remix-run/server-runtime'] })] }
  `,
  'app/routes/_index.tsx': `
    import { useLoaderData } from 'framework'
    import { keys, shape as nested, useMatches } from 'outer'
    import { cookie, createStorage, defer, json, shape as nestedCjs, useIds } from 'renamed'
    import { shape } from 'shape'
    import { redirect } from 'react-router'
    export async function loader() {
      const { getSession } = createStorage({ cookie: { name: 's', secrets: ['sixteen bytes or more'] } })
      let message
      try { defer({}) } catch (error) { message = error.message }
      return { keys, cookie: cookie.name, session: (await getSession()).id, json: json({}).status, redirect: redirect('/').status, shapes: [shape, nested, nestedCjs].join(), message }
    }
    export default function Home() {
      return <p>{useIds()} {useMatches().length} {JSON.stringify(useLoaderData())}</p>
    }
  `,
  'app.test.ts': `
    import { expect, it } from 'vitest'
    import { loader } from './app/routes/_index.tsx'
    import { useMatch } from 'outer'
    it('runs', async () => {
      expect(await loader()).toMatchObject({ cookie: 'theme', json: 200, redirect: 302, shapes: 'm1m1,m2m2,c3c3' })
      expect(() => useMatch()).toThrow('Cannot use useMatch of Remix or React Router')
    })
  `,
  ...Object.fromEntries(
    Object.entries(libraries).map(([file, code]) => [`node_modules/${file}`, code]),
  ),
}

const expected =
  /<p>root,routes\/_index(?:<!-- -->| )+2(?:<!-- -->| )+\{"keys":\["object","object","function"\],"cookie":"theme","session":"[^"]*","json":200,"redirect":302,"shapes":"m1m1,m2m2,c3c3","message":"Cannot use defer of Remix or React Router: framework has no such name\./

describe.each(['npm', 'pnpm'])(
  'framework({ standsFor }) with packages as %s installs them',
  (manager) => {
    let app: FixtureApp
    const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...env } = process.env
    const run = promisify(execFile)
    const framework = (): string => join(app.root, 'node_modules/framework/dist/tools/cli/main.js')

    beforeAll(async () => {
      if (!existsSync(join(repository, 'dist/pages/stand-in/index.js')))
        throw new Error('Run node scripts/build.ts first')
      app = await createFixtureApp(files)
      // A copy, because Vite does not treat a linked package as one that is installed.
      for (const part of ['dist', 'package.json']) {
        cpSync(join(repository, part), join(app.root, 'node_modules/framework', part), {
          recursive: true,
        })
      }
      if (manager === 'pnpm')
        linkPackages(app.root, ['framework', 'outer', 'renamed', 'shape', 'shape-part'])
    })
    afterAll(() => app.remove())

    it('builds with libraries that use the peers, however deep, and lists the names that are missing', async () => {
      const { stdout, stderr } = await run(process.execPath, [framework(), 'build'], {
        cwd: app.root,
        env,
      })
      expect(stdout + stderr).toContain(
        'esm-lib/index.js imports useMatch, which framework does not have',
      )
      expect(stdout + stderr).not.toContain('imports useMatches')
      const code = `const { default: handler } = await import('./build/server/index.js'); console.log(await (await handler(new Request('http://localhost/'))).text())`
      const html = await run(process.execPath, ['--input-type=module', '-e', code], {
        cwd: app.root,
        env,
      })
      expect(html.stdout.replaceAll('&quot;', '"')).toMatch(expected)
    })

    it('serves pages with these libraries in development', async () => {
      const child = spawn(process.execPath, [framework(), 'dev', '--port', '0'], {
        cwd: app.root,
        env,
      })
      try {
        let output = ''
        const origin = await new Promise<string>((resolve) => {
          child.stdout.on('data', (chunk: Buffer) => {
            output += chunk.toString().replaceAll(/\u001b\[\d+m/g, '')
            const [found] = /http:\/\/localhost:\d+/.exec(output) ?? []
            if (found) resolve(found)
          })
        })
        const html = await (await fetch(origin)).text()
        expect(html.replaceAll('&quot;', '"')).toMatch(expected)
      } finally {
        child.kill()
      }
    })

    it.each(['forks', 'threads'])('runs in the pool %s of Vitest', async (pool) => {
      const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
      const { stdout } = await run(process.execPath, [vitest, 'run', '--pool', pool], {
        cwd: app.root,
        env,
      })
      expect(stdout).toContain('1 passed')
    })

    it('says that the pool vmThreads of Vitest has no hooks', async () => {
      const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
      const failing = run(process.execPath, [vitest, 'run', '--pool', 'vmThreads'], {
        cwd: app.root,
        env,
      })
      await expect(failing).rejects.toMatchObject({
        stderr: expect.stringContaining('Cannot use standsFor with the Vitest pool "vmThreads"'),
      })
    })
  },
)

describe('framework({ standsFor })', () => {
  it('takes packages of Remix and React Router only', () => {
    expect(resolveOptions({ standsFor: ['remix', '@react-router/node'] }).standsFor).toHaveLength(2)
    expect(() => resolveOptions({ standsFor: ['react'] })).toThrow(
      'Cannot use ["react"] as "standsFor"',
    )
    expect(() => resolveOptions({ standsFor: 'remix' as never })).toThrow('Use a list of packages')
  })
})

/** Moves each package into a folder of its own, beside links to what it depends on, as pnpm does. The app has links to its own. */
function linkPackages(root: string, own: readonly string[]): void {
  const modules = join(root, 'node_modules')
  const packages = readdirSync(modules).map((folder) => {
    const { name, dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(modules, folder, 'package.json'), 'utf8'),
    )
    const home = join(modules, `.pnpm/${name}@1.0.0/node_modules`)
    mkdirSync(home, { recursive: true })
    renameSync(join(modules, folder), join(home, name))
    return { folder, home, name, needs: Object.keys({ ...dependencies, ...peerDependencies }) }
  })
  for (const { folder, home, name, needs } of packages) {
    if (own.includes(folder)) symlinkSync(join(home, name), join(modules, folder))
    for (const other of packages.filter((one) => needs.includes(one.name))) {
      const link = join(home, other.name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(other.home, other.name), link)
    }
  }
}
