import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  commit,
  createOldApp,
  install,
  move,
  reactRouter,
  remix,
  type Files,
} from './old-app.fixture.ts'

const statusOf = (folder: string): string =>
  execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })

describe('migrate: what it accepts', () => {
  it('refuses a tree that is not clean, unless it is forced (MV-10)', async () => {
    const folder = createOldApp(remix)
    writeFileSync(join(folder, 'app/new.ts'), '')
    await expect(move(folder)).rejects.toThrow('git has changes that are not committed')
    expect(statusOf(folder)).toBe('?? app/new.ts\n')
    expect((await move(folder, { isForced: true })).read('remix.config.js')).toBeUndefined()
  })

  it('refuses a folder without git, unless it is forced (MV-10)', async () => {
    const folder = createOldApp(remix, false)
    await expect(move(folder)).rejects.toThrow('not in a git repository')
    expect((await move(folder, { isForced: true })).read('vite.config.ts')).toContain('framework(')
  })

  it('looks only at its own part of a repository (MV-10)', async () => {
    const folder = createOldApp(
      Object.fromEntries(Object.entries(remix).map(([path, text]) => [`web/${path}`, text])),
    )
    writeFileSync(join(folder, 'other.txt'), '')
    expect((await move(join(folder, 'web'))).report?.left).toEqual([])
  })

  it('changes nothing in a second run (MV-10)', async () => {
    const folder = createOldApp(remix)
    await move(folder)
    commit(folder)
    expect((await move(folder)).report).toBeUndefined()
    expect(statusOf(folder)).toBe('')
  })

  it('changes nothing with --dry (MV-10)', async () => {
    const folder = createOldApp(remix)
    expect((await move(folder, { isDry: true })).report?.changes.size).toBeGreaterThan(0)
    expect(statusOf(folder)).toBe('')
  })

  it('refuses its own repository, and apps of other kinds (MV-12)', async () => {
    await expect(move(join(import.meta.dirname, '..'))).rejects.toThrow('part of the framework')
    const withPackages = (dependencies: object): Promise<unknown> =>
      move(createOldApp({ 'package.json': JSON.stringify({ dependencies }) }))
    await expect(withPackages({ next: '15' })).rejects.toThrow('"next" without')
    await expect(withPackages({ 'react-router-dom': '6' })).rejects.toThrow('from-react-router.md')
    await expect(withPackages({ remix: '^3.0.0' })).rejects.toThrow('from-remix-3.md')
    await expect(withPackages({ '@remix-run/dev': '2', '@react-router/dev': '7' })).rejects.toThrow(
      'both @react-router/dev and @remix-run/dev',
    )
    await expect(move(createOldApp({ 'a.txt': '' }))).rejects.toThrow('Cannot find package.json')
  })
})

describe('migrate: what it never touches (MV-14)', () => {
  it('leaves files that git ignores, built and public ones, other workspaces, and links', async () => {
    const code = "import { Link } from '@remix-run/react'\nexport default Link\n"
    const outside = createOldApp({ 'x.ts': code })
    const others: Files = {
      'public/x.js': code,
      'prisma/migrations/x.ts': code,
      'cypress/x.ts': code,
      '.github/x.ts': code,
      'packages/ui/package.json': '{}',
      'packages/ui/x.ts': code,
      'package-lock.json': '{"x": "@remix-run/react"}',
      '.gitignore': 'secret.ts\n',
      'secret.ts': code,
    }
    const folder = createOldApp({ ...remix, ...others }, false)
    symlinkSync(join(outside, 'x.ts'), join(folder, 'app/link.ts'))
    symlinkSync(outside, join(folder, 'app/outside'))
    commit(folder)

    const { read } = await move(folder)
    for (const path of Object.keys(others)) expect(read(path)).toBe(others[path])
    expect(readFileSync(join(outside, 'x.ts'), 'utf8')).toBe(code)
  })

  it('leaves whole files if it is killed, and another run ends the move', async () => {
    const modules = Array.from({ length: 300 }, (_, at) => [
      `app/part-${at}.tsx`,
      `import { Link } from '@remix-run/react'\nexport const Part${at} = () => <Link to="/">{${at}}</Link>\n`,
    ])
    const files: Files = { ...remix, ...Object.fromEntries(modules) }
    const folder = createOldApp(files)
    const whole = createOldApp(files)
    const { read } = await move(whole)

    const watcher = watch(join(folder, 'app'))
    const main = join(import.meta.dirname, 'main.ts')
    const args = [main, folder, '--no-run', '--framework', '^1.0.0']
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const isWriting = once(watcher, 'change').then(() => child.kill('SIGKILL'))
    await once(child, 'exit')
    await isWriting
    watcher.close()

    for (const path of Object.keys(files)) {
      const now = existsSync(join(folder, path))
        ? readFileSync(join(folder, path), 'utf8')
        : undefined
      expect([files[path], read(path)]).toContain(now)
    }
    await move(folder, { isForced: true })
    for (const path of Object.keys(files)) {
      expect(
        existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined,
      ).toBe(read(path))
    }
  })

  it('lists a file that cannot be parsed or is too large, and leaves it', async () => {
    const large = `import { Link } from '@remix-run/react'\n// ${'x'.repeat(1_000_000)}\n`
    const { read, report } = await move(
      createOldApp({ ...remix, 'app/broken.ts': 'import {', 'app/large.ts': large }),
    )
    expect(read('app/broken.ts')).toBe('import {')
    expect(read('app/large.ts')).toBe(large)
    expect(report?.left.map(({ file }) => file)).toEqual(['app/broken.ts', 'app/large.ts'])
  })
})

describe('migrate: configuration', () => {
  it('of an app with its own compiler becomes the one of Vite', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'remix.config.js':
          '/** @type {X} */\nmodule.exports = { serverDependenciesToBundle: [/^x/], future: {} }\n',
        'remix.env.d.ts':
          '/// <reference types="@remix-run/dev" />\n/// <reference types="@remix-run/node" />\n',
        'tailwind.config.js': '',
        'tsconfig.json':
          '{\n  // Ours.\n  "extends": "./base.json",\n  "compilerOptions": {\n    "lib": ["DOM", "ES2019"],\n    "moduleResolution": "node",\n    "strict": true,\n    "paths": { "~/*": ["./app/*"] }, // Short.\n  },\n}\n',
      }),
    )
    expect(read('remix.config.js')).toBeUndefined()
    expect(read('vite.config.ts')).toContain(
      [
        'export default defineConfig({',
        "  plugins: [framework({ trailingSlash: 'ignore' })],",
        '  resolve: { tsconfigPaths: true },',
        '  ssr: { noExternal: [/^x/] },',
        '})',
      ].join('\n'),
    )
    expect(read('remix.env.d.ts')).toBe(
      '/// <reference types="vite/client" />\n/// <reference types="node" />\n',
    )
    expect(read('postcss.config.cjs')).toContain('tailwindcss')
    expect(read('tsconfig.json')).toContain('// Ours.\n  "extends": "./base.json"')
    expect(read('tsconfig.json')).toContain('"moduleResolution": "Bundler"')
    expect(read('tsconfig.json')).toMatch(/"DOM",\s*"ES2022"/)
    expect(read('tsconfig.json')).toContain('"strict": true')
    expect(read('package.json')).not.toContain('"type"')
  })

  it('of Vite gets our plugin in the place of theirs, and the options of the old config', async () => {
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'vite.config.ts':
          "import { reactRouter } from '@react-router/dev/vite'\nimport icons from 'icons'\nexport default { plugins: [icons(), !process.env.VITEST && reactRouter()] }\n",
        'react-router.config.ts':
          "import type { Config } from '@react-router/dev/config'\nexport default {\n  basename: '/shop',\n  ssr: true,\n  prerender: ['/'],\n} satisfies Config\n",
        'tsconfig.json':
          '{ "include": ["**/*", ".react-router/types/**/*"], "compilerOptions": { "rootDirs": [".", "./.react-router/types"], "types": ["@react-router/node", "vite/client"] } }',
      }),
    )
    expect(read('vite.config.ts')).toBe(
      "import { framework } from 'framework/vite'\nimport icons from 'icons'\nexport default { plugins: [icons(), !process.env.VITEST && framework({ basename: '/shop', trailingSlash: 'ignore' })] }\n",
    )
    expect(read('react-router.config.ts')).toBeUndefined()
    expect(JSON.parse(read('tsconfig.json')!)).toEqual({
      include: ['**/*'],
      compilerOptions: { types: ['vite/client', 'node'] },
    })
    expect(report?.left).toMatchObject([
      { file: 'react-router.config.ts', line: 5, text: expect.stringContaining('prerender') },
    ])
  })

  it('of the package gets the scripts and packages of the framework', async () => {
    const { read } = await move(createOldApp(reactRouter))
    expect(JSON.parse(read('package.json')!)).toEqual({
      name: 'shop',
      type: 'module',
      scripts: { dev: 'framework dev', typecheck: 'tsc' },
      dependencies: { framework: '^1.0.0', react: '^19.2.0', 'react-dom': '^19.2.0' },
      devDependencies: {
        '@types/node': '^22.0.0',
        '@types/react': '^19.2.0',
        '@types/react-dom': '^19.2.0',
        '@vitejs/plugin-react': '^6.0.0',
        parse5: '^8.0.0',
        typescript: '^5.9.0',
        vite: '^8.0.0',
      },
    })
  })

  it('of Vite loses the imports and packages of a convention for routes', async () => {
    const folder = createOldApp({
      ...remix,
      'package.json': remix['package.json']!.replace(
        '"typescript"',
        '"conventions": "1",\n    "typescript"',
      ),
      '.gitignore': 'node_modules\n',
      'vite.config.ts': [
        "import { vitePlugin as remix } from '@remix-run/dev'",
        "import { flatRoutes } from 'conventions'",
        "import { defineConfig, loadEnv } from 'vite'",
        '',
        'export default defineConfig({',
        '  plugins: [remix({ routes: (define) => flatRoutes(define, loadEnv) })],',
        '})',
        '',
      ].join('\n'),
    })
    install(folder, 'conventions', {
      peerDependencies: { '@remix-run/dev': '2', 'react-router': '6' },
    })
    const { read, report } = await move(folder)
    expect(read('vite.config.ts')).toBe(
      [
        "import { framework } from 'framework/vite'",
        "import { defineConfig } from 'vite'",
        '',
        'export default defineConfig({',
        "  plugins: [framework({ trailingSlash: 'ignore' })],",
        '})',
        '',
      ].join('\n'),
    )
    expect(read('package.json')).not.toContain('conventions')
    expect(report?.left).toMatchObject([{ text: expect.stringContaining('the option routes') }])
  })

  it('of Vite loses plugins that need the old router, which Node could not load', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'package.json': reactRouter['package.json']!.replace(
        '"react-router"',
        '"old-inspector": "1", "monitor": "1", "icons": "1", "react-router"',
      ),
      '.gitignore': 'node_modules\n',
      'app/routes/home.tsx': "import { report } from 'monitor'\nexport default report\n",
      'vite.config.ts': [
        "import { reactRouter } from '@react-router/dev/vite'",
        "import icons from 'icons'",
        "import { inspector } from 'old-inspector'",
        "import { type MonitorOptions, monitor, sourceMaps } from 'monitor'",
        "import { defineConfig } from 'vite'",
        '',
        'export default defineConfig(({ mode }) => ({',
        '  plugins: [',
        '    inspector(),',
        '    icons(),',
        '    reactRouter(),',
        "    mode === 'production' ? monitor(options) : null,",
        '    process.env.MAPS && sourceMaps({ ...options }),',
        '  ],',
        '}))',
        '',
        'const options: MonitorOptions = {}',
        '',
      ].join('\n'),
    })
    install(folder, 'old-inspector', { peerDependencies: { 'react-router': '7' } })
    install(folder, 'monitor', { peerDependencies: { '@react-router/node': '7' } })
    install(folder, 'icons', {
      peerDependencies: { 'react-router': '7' },
      peerDependenciesMeta: { 'react-router': { optional: true } },
    })
    const { read, report } = await move(folder)
    expect(read('vite.config.ts')).toBe(
      [
        "import { framework } from 'framework/vite'",
        "import icons from 'icons'",
        "import type { MonitorOptions } from 'monitor'",
        "import { defineConfig } from 'vite'",
        '',
        'export default defineConfig(({ mode }) => ({',
        '  plugins: [',
        '    icons(),',
        "    framework({ standsFor: ['@react-router/node'], trailingSlash: 'ignore' }),",
        '  ],',
        '}))',
        '',
        'const options: MonitorOptions = {}',
        '',
      ].join('\n'),
    )
    expect(JSON.parse(read('package.json')!).dependencies).not.toHaveProperty('old-inspector')
    expect(JSON.parse(read('package.json')!).dependencies).toHaveProperty('monitor')
    expect(report?.left.filter(({ file }) => file === 'vite.config.ts')).toMatchObject(
      ['inspector of old-inspector', 'monitor of monitor', 'sourceMaps of monitor'].map((text) => ({
        text: expect.stringContaining(`${text} needs the old router`),
      })),
    )
  })

  it('runs our server also if the old one is loaded by other files', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'package.json': remix['package.json']!.replace(
          'remix dev',
          'cross-env MOCKS=true node ./index.js',
        ).replace('remix-serve build', 'node tools/index.js'),
        'index.js': "await import('./server/index.js')\n",
        'tools/index.js': 'console.log(1)\n',
        'server/index.js':
          "import vite from 'vite'\nconst { ssrLoadModule } = await vite.createServer()\nawait ssrLoadModule('./server/app.js')\n",
        'server/app.js':
          "import { createRequestHandler } from '@remix-run/express'\ncreateRequestHandler()\n",
      }),
    )
    expect(JSON.parse(read('package.json')!).scripts).toMatchObject({
      dev: 'cross-env MOCKS=true framework dev',
      start: 'node tools/index.js',
    })
  })

  it('runs our server instead of an own one, which stays and is listed', async () => {
    const server =
      "import { createRequestHandler } from '@remix-run/express'\ncreateRequestHandler()\n"
    const { read, report } = await move(
      createOldApp({
        ...remix,
        'package.json': remix['package.json']!.replace(
          'remix dev',
          'tsx watch ./server.mjs',
        ).replace('remix-serve build', 'cross-env NODE_ENV=production node ./server.mjs'),
        'server.mjs': server,
      }),
    )
    expect(read('server.mjs')).toBe(server)
    expect(JSON.parse(read('package.json')!).scripts).toEqual({
      build: 'framework build',
      dev: 'framework dev',
      start: 'cross-env NODE_ENV=production framework start',
    })
    expect(report?.left).toMatchObject([
      {
        file: 'server.mjs',
        text: expect.stringContaining('app/router.ts'),
        section: 'own-servers',
      },
    ])
  })

  it('starts our server instead of one that the old scripts compiled', async () => {
    const { read, report } = await move(
      createOldApp({
        ...remix,
        'package.json': remix['package.json']!.replace(
          /"scripts": \{[^}]*\}/,
          `"scripts": ${JSON.stringify({
            build: 'run-s build:*',
            'build:remix': 'remix build',
            'build:server': 'esbuild --platform=node ./server.ts --outdir=build --bundle',
            dev: 'run-p dev:remix dev:server "css -- --watch"',
            'dev:remix': 'remix dev --manual -c "node --require ./mocks ./build/server.js"',
            'dev:server': 'cross-env NODE_ENV=development npm run build:server -- --watch',
            css: 'sass .',
            start: 'cross-env NODE_ENV=production node ./build/server.js',
            'start:mocks': 'node -r ./mocks -r dotenv/config ./build/server.js',
            seed: 'node ./build/seed.js',
            postinstall: 'remix setup node',
            prepare: 'husky && npm run postinstall',
          })}`,
        ),
        'server.ts':
          "import { createRequestHandler } from '@remix-run/express'\ncreateRequestHandler()\n",
      }),
    )
    expect(JSON.parse(read('package.json')!).scripts).toEqual({
      build: 'run-s build:*',
      'build:remix': 'framework build',
      dev: 'run-p dev:remix "css -- --watch"',
      'dev:remix': 'framework dev',
      css: 'sass .',
      start: 'cross-env NODE_ENV=production framework start',
      'start:mocks': 'framework start',
      seed: 'node ./build/seed.js',
      prepare: 'husky',
    })
    expect(report?.left.filter(({ file }) => file === 'package.json')).toMatchObject([
      {
        text: 'The script dev:remix had --manual and -c "node --require ./mocks ./build/server.js", which framework does not know.',
        section: 'own-servers',
      },
      { text: 'The script start:mocks loaded ./mocks and dotenv/config before the app.' },
    ])
  })

  it('of a library that needs the old router goes where the package manager reads it', async () => {
    const overridesWith = async (lock: string): Promise<unknown> => {
      const folder = createOldApp({
        ...remix,
        'package.json': remix['package.json']!.replace(
          '"react": ',
          '"kit": "1",\n    "zod": "3",\n    "react": ',
        ),
        '.gitignore': 'node_modules\n',
        [lock]: '',
      })
      install(folder, 'kit', { version: '3.0.0', peerDependencies: { 'react-router': '6' } })
      const { pnpm, resolutions, overrides } = JSON.parse(
        (await move(folder)).read('package.json')!,
      )
      return { pnpm, resolutions, overrides }
    }
    const own = { react: '$react', 'react-dom': '$react-dom' }
    expect(await overridesWith('package-lock.json')).toEqual({ overrides: own })
    expect(await overridesWith('pnpm-lock.yaml')).toEqual({ pnpm: { overrides: own } })
    expect(await overridesWith('yarn.lock')).toEqual({
      resolutions: { react: '^19.2.0', 'react-dom': '^19.2.0' },
    })
  })

  it('of TypeScript keeps the comments around what goes', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'tsconfig.json':
          '{\n  "compilerOptions": {\n    // Ours.\n    "strict": true,\n    "rootDirs": [".", "./.react-router/types"],\n    "plugins": [{ "name": "@react-router/dev" }],\n    // Vite writes the files.\n    "noEmit": true\n  }\n}\n',
      }),
    )
    expect(read('tsconfig.json')).toBe(
      '{\n  "compilerOptions": {\n    // Ours.\n    "strict": true,\n    // Vite writes the files.\n    "noEmit": true\n  }\n}\n',
    )
  })

  it('of TypeScript loses the plugin of the old tool', async () => {
    const optionsWith = async (plugins: readonly object[]): Promise<unknown> => {
      const { read } = await move(
        createOldApp({
          ...reactRouter,
          'tsconfig.json': JSON.stringify({ compilerOptions: { plugins } }),
        }),
      )
      return JSON.parse(read('tsconfig.json')!).compilerOptions
    }
    expect(await optionsWith([{ name: '@react-router/dev' }])).toEqual({})
    expect(await optionsWith([{ name: '@react-router/dev' }, { name: 'other' }])).toEqual({
      plugins: [{ name: 'other' }],
    })
  })

  it('refuses a folder of the app that is not app/', async () => {
    const folder = createOldApp({
      ...remix,
      'remix.config.js': 'module.exports = { appDirectory: "src" }',
    })
    await expect(move(folder)).rejects.toThrow('its folder is "src"')
    expect(statusOf(folder)).toBe('')
  })

  it('has a policy that only reports', async () => {
    const { read } = await move(createOldApp(remix))
    expect(read('app/router.ts')).toContain('  reportOnly: true,\n')
    expect(read('app/router.ts')).toContain("createRouter({ trailingSlash: 'ignore', middleware")
    expect(read('app/router.ts')).not.toContain('health')
    expect(read('app/router.ts')).not.toContain('visitor')
    expect(read('app/router.ts')).toContain("router.map('/*', pages)")
  })
})

describe('migrate: routes', () => {
  it('of a literal routes.ts become a page tree', async () => {
    const { read } = await move(createOldApp(reactRouter))
    expect(read('app/routes.ts')).toBe(
      [
        "import { index, layout, page, pages, route } from 'framework/routes'",
        '',
        'export const routes = route({',
        "  booksSlugPage: '/books/:slug(/:page)',",
        "  about: '/about',",
        "  admin: '/admin',",
        '})',
        '',
        'export default pages([',
        "  index('./routes/home.tsx'),",
        "  page(routes.booksSlugPage, './routes/book.tsx'),",
        "  layout('./routes/frame.tsx', [",
        "    page(routes.about, './routes/about.tsx'),",
        '  ]),',
        "  page(routes.admin, './routes/admin.tsx'),",
        '])',
        '',
      ].join('\n'),
    )
  })

  it('of a convention of another package are written, and its package goes', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'package.json': reactRouter['package.json']!.replace('"react":', '"folders": "1", "react":'),
      'app/routes.ts':
        "import { folders } from 'folders'\nexport default process.env.CI ? [] : folders()\n",
      'node_modules/@react-router/dev/package.json': '{ "bin": "b.js", "version": "7.9.0" }',
      'node_modules/@react-router/dev/b.js':
        'console.log(JSON.stringify([{ id: "root", file: "root.tsx", children: [{ id: "routes/home", file: "routes/home.tsx", index: true }] }]))',
      '.gitignore': 'node_modules\n',
    })
    const { read, report } = await move(folder, { isRun: true })
    expect(read('app/routes.ts') ?? '').not.toContain('folders')
    expect(read('package.json')).not.toContain('folders')
    expect(report?.left).toMatchObject([
      { file: 'app/routes.ts', text: expect.stringContaining('depended on the environment') },
    ])
  })

  it('come from the old tool, also if it prints warnings before', async () => {
    const { read } = await move(
      createOldApp({
        ...oldTool('console.log("[warn] x\\n[\\n" + "1]\\n" + table)'),
        'app/routes/x.y.tsx': '',
      }),
      { isRun: true },
    )
    expect(read('app/routes.ts')).toContain(
      "pages([\n  page(routes.other, './routes/x.y.tsx', [], { id: 'mine' }),\n])",
    )
  })

  it('are listed if the old tool fails or hangs, and app/routes.ts stays', async () => {
    const failing = await move(createOldApp(oldTool('throw new Error("no config")')), {
      isRun: true,
    })
    expect(failing.report?.left[0]?.text).toContain('the old tool failed')
    const hanging = await move(createOldApp(oldTool('setInterval(() => {}, 1e6)')), {
      isRun: true,
      timeout: 500,
    })
    expect(hanging.report?.left[0]?.text).toContain('the old tool took longer than 0.5 s')
    expect(hanging.read('app/routes.ts')).toBe(reactRouter['app/routes.ts'])
  })

  it('write nothing if the names of the files mean the same here', async () => {
    const { read } = await move(createOldApp({ ...remix, 'app/routes/books.$slug.tsx': '' }))
    expect(read('app/routes.ts')).toBeUndefined()
  })

  it('write nothing for an index that has a path of its own', async () => {
    const table = [
      {
        id: 'root',
        file: 'root.tsx',
        children: [
          { id: 'routes/_index', file: 'routes/_index.tsx', index: true },
          {
            id: 'routes/posts._index',
            file: 'routes/posts._index.tsx',
            path: 'posts',
            index: true,
          },
        ],
      },
    ]
    const { read } = await move(
      createOldApp({
        ...remix,
        'app/routes/posts._index.tsx': '',
        '.gitignore': 'node_modules\n',
        'node_modules/@remix-run/dev/package.json': '{ "version": "2.9.0", "bin": "bin.js" }',
        'node_modules/@remix-run/dev/bin.js': `console.log('${JSON.stringify(table)}')`,
      }),
      { isRun: true },
    )
    expect(read('app/routes.ts')).toBeUndefined()
  })
})

/** An app with an installed tool that runs this code. */
function oldTool(code: string): Files {
  const table = JSON.stringify([
    {
      id: 'root',
      path: '',
      file: 'root.tsx',
      children: [{ id: 'mine', path: 'other', file: 'routes/x.y.tsx' }],
    },
  ])
  return {
    ...reactRouter,
    '.gitignore': 'node_modules\n',
    'node_modules/@react-router/dev/package.json':
      '{ "version": "7.9.0", "bin": { "react-router": "bin.js" } }',
    'node_modules/@react-router/dev/bin.js': `const table = ${JSON.stringify(table)}\n${code}\n`,
  }
}

describe('migrate: styles and entries', () => {
  it('imports the URL of a stylesheet, and css-bundle goes', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'app/root.tsx': [
          "import { cssBundleHref } from '@remix-run/css-bundle'",
          "import global from './global.css'",
          "import box from './box.module.css'",
          "import './side.css'",
          'export const links = () => [',
          "  { rel: 'stylesheet', href: global },",
          "  ...(cssBundleHref ? [{ rel: 'stylesheet', href: cssBundleHref }] : []),",
          ']',
          'export default () => box',
          '',
        ].join('\n'),
      }),
    )
    expect(read('app/root.tsx')).toBe(
      [
        "import global from './global.css?url'",
        "import box from './box.module.css'",
        "import './side.css'",
        'export const links = () => [',
        "  { rel: 'stylesheet', href: global },",
        ']',
        'export default () => box',
        '',
      ].join('\n'),
    )
  })

  it('deletes an entry that only does what the framework does, and lists another', async () => {
    const client =
      "import { RemixBrowser } from '@remix-run/react'\nimport { startTransition } from 'react'\nimport { hydrateRoot } from 'react-dom/client'\n\nstartTransition(() => { hydrateRoot(document, <RemixBrowser />) })\n"
    const server =
      "import { RemixServer } from '@remix-run/react'\nexport default function handle(request, status, headers, context) {\n  headers.set('Content-Type', 'text/html')\n}\n"
    const plain = await move(
      createOldApp({ ...remix, 'app/entry.client.tsx': client, 'app/entry.server.tsx': server }),
    )
    expect(plain.read('app/entry.client.tsx')).toBeUndefined()
    expect(plain.read('app/entry.server.tsx')).toBeUndefined()

    const own = await move(
      createOldApp({
        ...remix,
        'app/entry.client.tsx': `${client}navigator.serviceWorker.register('/sw.js')\n`,
        'app/entry.server.tsx': server.replace('Content-Type', 'X-Own'),
      }),
    )
    expect(own.read('app/entry.client.tsx')).toBe(
      "import { hydrate } from 'framework/react'\n\nexport default hydrate()\nnavigator.serviceWorker.register('/sw.js')\n",
    )
    expect(own.read('app/entry.server.tsx')).toContain('X-Own')
    expect(own.report?.left.map(({ file }) => file)).toEqual(['app/entry.server.tsx'])
  })

  it('keeps handleError of an entry, and an entry with a provider', async () => {
    const client =
      "import { HydratedRouter } from 'react-router/dom'\nimport { hydrateRoot } from 'react-dom/client'\nimport { Theme } from './theme'\nhydrateRoot(document, <Theme><HydratedRouter /></Theme>)\n"
    const server = [
      "import { PassThrough } from 'node:stream'",
      "import { isRouteErrorResponse, ServerRouter, type HandleErrorFunction } from 'react-router'",
      "import { report } from './report.server'",
      '',
      'export const streamTimeout = 5_000',
      '',
      'const ignored = [404, 405]',
      '',
      '// Bots look for pages that never were.',
      'export const handleError: HandleErrorFunction = (error) => {',
      '  if (!isRouteErrorResponse(error) || !ignored.includes(error.status)) report(error)',
      '}',
      '',
      'export default function handleRequest(request, status, headers, context) {',
      "  headers.set('Content-Type', 'text/html')",
      '  return respond(<ServerRouter context={context} url={request.url} />, status, headers)',
      '}',
      '',
      'function respond(element, status, headers) {',
      '  return new Response(new PassThrough(element), { status, headers })',
      '}',
      '',
    ].join('\n')
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'app/entry.client.tsx': client,
        'app/entry.server.tsx': server,
      }),
    )
    expect(read('app/entry.client.tsx')).toContain('<Theme><HydratedRouter /></Theme>')
    expect(read('app/entry.server.tsx')).toBe(
      [
        "import { isRouteErrorResponse, type HandleErrorFunction } from 'framework'",
        "import { report } from './report.server'",
        '',
        'const ignored = [404, 405]',
        '',
        '// Bots look for pages that never were.',
        'export const handleError: HandleErrorFunction = (error) => {',
        '  if (!isRouteErrorResponse(error) || !ignored.includes(error.status)) report(error)',
        '}',
        '',
      ].join('\n'),
    )
    expect(report?.left.map(({ file }) => file)).toEqual(['app/entry.client.tsx'])

    const started = await move(
      createOldApp({ ...reactRouter, 'app/entry.server.tsx': `${server}start()\n` }),
    )
    expect(started.read('app/entry.server.tsx')).toContain('start()')
    expect(started.read('app/entry.server.tsx')).not.toContain('handleRequest')
  })
})

describe('migrate: the report', () => {
  it('lists packages that do not accept React 19, Vite 8 or TypeScript 5.9', async () => {
    const folder = createOldApp({
      ...remix,
      'package.json': remix['package.json']!.replace('"react": ', '"old-ui": "1",\n    "react": '),
      '.gitignore': 'node_modules\n',
    })
    install(folder, 'old-ui', { version: '1.2.0', dependencies: { inner: '1' } })
    install(folder, 'inner', {
      version: '2.0.0',
      peerDependencies: { react: '^16.8 || 17.x || 18', typescript: '^4.8.4' },
    })
    const { report } = await move(folder)
    expect(report?.left.map(({ text }) => text)).toEqual([
      'inner 2.0.0 (of old-ui) accepts react ^16.8 || 17.x || 18. Install a newer version of old-ui, or replace it.',
      'inner 2.0.0 (of old-ui) accepts typescript ^4.8.4. Install a newer version of old-ui, or replace it.',
    ])
  })

  it('lists a test runner that brings an older Vite', async () => {
    const folder = createOldApp({
      ...remix,
      'package.json': remix['package.json']!.replace('"react": ', '"runner": "1",\n    "react": '),
      '.gitignore': 'node_modules\n',
    })
    install(folder, 'runner', { version: '1.6.0', dependencies: { vite: '^5.0.0', part: '1' } })
    install(folder, 'part', { version: '1.6.0', peerDependencies: { vite: '^5.0.0' } })
    expect((await move(folder)).report?.left.map(({ text }) => text)).toEqual([
      'runner 1.6.0 accepts vite ^5.0.0. Install a newer version of runner, or replace it.',
    ])
  })

  it('lists each <Await>, whose promise a loader may have started', async () => {
    const { report } = await move(
      createOldApp({
        ...remix,
        'app/routes/a.tsx':
          "import { Await, useLoaderData } from '@remix-run/react'\nexport const loader = async () => ({ later: fetch('/') })\nexport default () => <Await resolve={useLoaderData<typeof loader>().later}>{() => null}</Await>\n",
      }),
    )
    expect(report?.left).toMatchObject([
      { file: 'app/routes/a.tsx', line: 3, text: expect.stringContaining('later(() => …)') },
    ])
  })

  it('lists what a package that went, or the build of the old tool, is still used for', async () => {
    const folder = createOldApp({
      ...reactRouter,
      'package.json': reactRouter['package.json']!.replace(
        '"react":',
        '"old-server": "1", "react":',
      ),
      '.gitignore': 'node_modules\n',
      'app/server.ts':
        "import { createServer } from 'old-server/node'\nexport default createServer()\n",
      'app/context.ts':
        "export interface Context {}\ndeclare module 'react-router' {\n  interface AppLoadContext extends Context {}\n}\n",
      'app/routes/home.tsx': [
        'export async function loader() {',
        "  return Object.keys((await import('virtual:react-router/server-build')).routes)",
        '}',
        '',
      ].join('\n'),
    })
    install(folder, 'old-server', { peerDependencies: { '@react-router/dev': '7' } })
    const { report } = await move(folder)
    expect(report?.left).toMatchObject([
      { file: 'app/context.ts', line: 2, section: 'middleware' },
      { file: 'app/routes/home.tsx', line: 2, section: 'own-servers' },
      {
        file: 'app/server.ts',
        line: 1,
        text: 'old-server only extends the old tool, and went from package.json.',
      },
    ])
  })

  it('says for which packages of libraries the framework stands, and gives them React 19', async () => {
    const folder = createOldApp({
      ...remix,
      'package.json': remix['package.json']!.replace('"react": ', '"kit": "1",\n    "react": '),
      'tsconfig.json': '{ "compilerOptions": {} }',
      '.gitignore': 'node_modules\n',
    })
    install(folder, 'kit', {
      version: '3.0.0',
      dependencies: { inner: '1' },
      peerDependencies: { react: '18', 'react-dom': '18' },
    })
    install(folder, 'inner', {
      version: '1.0.0',
      peerDependencies: {
        '@remix-run/react': '^2',
        'react-router': '6',
        '@remix-run/deno': '2',
        react: '18',
      },
      peerDependenciesMeta: { '@remix-run/deno': { optional: true } },
    })
    const { read, report } = await move(folder)
    expect(report?.left.map(({ text }) => text).slice(1)).toEqual([
      'kit 3.0.0 accepts react 18. The overrides install it with React 19: try it.',
    ])
    expect(read('vite.config.ts')).toContain("standsFor: ['@remix-run/react', 'react-router']")
    expect(JSON.parse(read('package.json')!)).toMatchObject({
      overrides: { react: '$react', 'react-dom': '$react-dom' },
    })
    // Not the types of framework itself: a library may add to those of the old router.
    const { paths } = JSON.parse(read('tsconfig.json')!).compilerOptions
    const [types] = paths['react-router']
    expect(types).toBe('./node_modules/framework/dist/pages/stand-in/types.d.ts')
    const source = types.replace('./node_modules/framework/dist', '../src').replace('.d.ts', '.ts')
    expect(existsSync(join(import.meta.dirname, source))).toBe(true)
  })

  it('is written as migration.md, with what behaves differently in this app', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'app/root.tsx': 'export const loader = () => 1\nexport default () => null\n',
        'app/routes/about.tsx':
          "import { useOutlet } from 'react-router'\nexport default useOutlet\n",
      }),
    )
    expect(read('migration.md')).toContain('| configuration | 3 |')
    expect(read('migration.md')).toContain('1. `app/routes/about.tsx:1`: useOutlet of react-router')
    expect(read('migration.md')).toContain('The loader of a layout runs again only')
    expect(read('migration.md')).not.toContain('Date')
  })
})
