import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commit, createOldApp, install, move, reactRouter, remix } from './old-app.fixture.ts'

const textsOf = (left: readonly { text: string }[] | undefined): string[] =>
  left?.map(({ text }) => text) ?? []

describe('migrate: the configuration of Vite', () => {
  it('keeps the plugins of the app itself, by path or alias', async () => {
    const config = [
      "import { reactRouter } from '@react-router/dev/vite'",
      "import { banner } from './plugins/banner'",
      "import { other } from '#plugins/other.js'",
      "import { third } from '~/third'",
      '',
      'export default { plugins: [banner(), other(), reactRouter(), third()] }',
      '',
    ].join('\n')
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'vite.config.ts': config,
        'plugins/banner.ts': "export const banner = () => ({ name: 'banner' })\n",
      }),
    )
    expect(read('vite.config.ts')).toBe(
      config
        .replace(
          "{ reactRouter } from '@react-router/dev/vite'",
          "{ framework } from 'framework/vite'",
        )
        .replace('reactRouter()', "framework({ trailingSlash: 'ignore' })"),
    )
    expect(report?.left).toEqual([])
  })

  it('loses the comments of what goes, and keeps those of what stays', async () => {
    const folder = createOldApp({
      ...reactRouter,
      '.gitignore': 'node_modules\n',
      'vite.config.ts': [
        "import { reactRouter } from '@react-router/dev/vite'",
        "import icons from './icons'",
        "import { inspector } from 'old-inspector' // Shows routes.",
        '',
        'export default {',
        '  plugins: [',
        '    // The router.',
        '    reactRouter(),',
        '    // Shows routes,',
        '    // in development.',
        '    inspector(), // Not in production.',
        '    // All icons.',
        '    icons() // As SVG.',
        '  ],',
        '}',
        '',
      ].join('\n'),
    })
    install(folder, 'old-inspector', { peerDependencies: { 'react-router': '7' } })
    expect((await move(folder)).read('vite.config.ts')).toBe(
      [
        "import { framework } from 'framework/vite'",
        "import icons from './icons'",
        '',
        'export default {',
        '  plugins: [',
        '    // The router.',
        "    framework({ trailingSlash: 'ignore' }),",
        '    // All icons.',
        '    icons() // As SVG.',
        '  ],',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('gets options whose keys are in quotes, and constants', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'react-router.config.ts':
          "const base = '/shop'\nexport default { \"basename\": base, 'ssr': true }\n",
      }),
    )
    expect(read('vite.config.ts')).toContain("basename: '/shop'")
    expect(read('react-router.config.ts')).toBeUndefined()
  })

  it.each([
    'module.exports = createConfig()\n',
    "const shared = require('./shared')\nmodule.exports = { ...shared, future: {} }\n",
    "const { base } = require('./shared')\nmodule.exports = { basename: base }\n",
  ])('does not lose options that are calculated: %s', async (code) => {
    const { read, report } = await move(
      createOldApp({ ...remix, 'remix.config.js': code, 'app/routes.ts': 'export default []\n' }),
    )
    expect(read('remix.config.js')).toBe(code)
    expect(read('vite.config.ts')).not.toContain('base')
    expect(report?.left).toContainEqual(
      expect.objectContaining({
        file: 'remix.config.js',
        text: expect.stringContaining('Its options are calculated'),
      }),
    )
  })

  it('lists calculated options of the old plugin', async () => {
    const { report } = await move(
      createOldApp({
        ...reactRouter,
        'vite.config.ts':
          "import { reactRouter } from '@react-router/dev/vite'\nimport { options } from './x'\nexport default { plugins: [reactRouter(options)] }\n",
        'x.ts': 'export const options = {}\n',
      }),
    )
    expect(textsOf(report?.left)).toEqual([
      'These options are calculated, so not all of them were read: options',
    ])
  })
})

describe('migrate: the aliases of a JavaScript app', () => {
  it('are in the new configuration of Vite, which reads no jsconfig.json', async () => {
    const { read, folder } = await move(
      createOldApp({
        ...remix,
        'jsconfig.json':
          '{\n  // Ours.\n  "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./app/*"], "theme": ["./app/theme.js"] } }\n}\n',
        'app/theme.js': 'export const theme = 1\n',
      }),
    )
    expect(read('vite.config.ts')).toContain(
      "  resolve: { alias: { '~': `${import.meta.dirname}/app`, 'theme': `${import.meta.dirname}/app/theme.js` } },\n",
    )
    const { resolveConfig } = await import('vite')
    const code = read('vite.config.ts')!.replace(/^import .*framework.*\n|plugins: .*\n/gm, '')
    writeFileSync(
      join(folder, 'vite.config.ts'),
      code.replace(/^import .*vite'\n/m, '').replace('defineConfig', ''),
    )
    const { resolve } = await resolveConfig({ root: folder, logLevel: 'silent' }, 'build')
    expect(resolve.alias).toContainEqual({ find: '~', replacement: join(folder, 'app') })
  })
})

describe('migrate: packages that are known to be too old', () => {
  it('are listed with the version to install, and why', async () => {
    const { report } = await move(
      createOldApp(
        withManifest({
          devDependencies: {
            '@remix-run/dev': '^2.9.0',
            '@testing-library/react': '^14.0.0',
            msw: '~1.3.0',
            esbuild: '^0.19.5',
            vitest: '^1.6.0',
          },
        }),
      ),
    )
    const texts = textsOf(report?.left).filter((text) => text.startsWith('Install'))
    expect(texts.map((text) => text.split(':')[0])).toEqual([
      'Install vitest 4 or newer',
      'Install msw 2 or newer',
      'Install @testing-library/react 16 or newer',
      'Install esbuild 0.27 or newer',
    ])
  })

  it('a configuration with tests has the types of Vitest', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'vite.config.ts':
          "/// <reference types=\"vitest\" />\nimport { reactRouter } from '@react-router/dev/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [reactRouter()], test: { globals: true } })\n",
      }),
    )
    expect(read('vite.config.ts')).toContain("import { defineConfig } from 'vitest/config'")
  })
})

describe('migrate: the types of Node', () => {
  it('are named once', async () => {
    const { read } = await move(
      createOldApp({
        ...remix,
        'tsconfig.json': '{ "compilerOptions": { "types": ["@remix-run/node", "@types/node"] } }',
        'remix.env.d.ts':
          '/// <reference types=\'node\' />\n/// <reference types="@remix-run/dev" />\n',
      }),
    )
    expect(JSON.parse(read('tsconfig.json')!).compilerOptions.types).toEqual([
      '@types/node',
      'vite/client',
    ])
    expect(read('remix.env.d.ts')).toBe(
      '/// <reference types="vite/client" />\n/// <reference types=\'node\' />\n',
    )
  })
})

describe('migrate: versions that the app forces', () => {
  it('go if they are older than those of the moved app, and are listed', async () => {
    const { read, report } = await move(
      createOldApp(
        withManifest({
          overrides: {
            react: '18.2.0',
            'vite@5': '5.4.0',
            kit: { react: '18', '.': '3' },
            'remix-utils': { react: '18' },
            semver: '7.5.0',
            typescript: '$typescript',
          },
          resolutions: { '**/react-dom': '18.2.0' },
          pnpm: { overrides: { 'kit>@types/react': '^18' } },
        }),
      ),
    )
    const manifest = JSON.parse(read('package.json')!)
    expect(manifest.overrides).toEqual({
      kit: { '.': '3' },
      semver: '7.5.0',
      typescript: '$typescript',
    })
    expect(manifest).not.toHaveProperty('resolutions')
    expect(manifest).not.toHaveProperty('pnpm')
    expect(textsOf(report?.left)).toEqual(
      [
        'overrides → react: 18.2.0',
        'overrides → vite@5: 5.4.0',
        'overrides → kit → react: 18',
        'overrides → remix-utils → react: 18',
        'pnpm → overrides → kit>@types/react: ^18',
        'resolutions → **/react-dom: 18.2.0',
      ].map((text) => `The override ${text} went: the moved app has a newer version.`),
    )
  })

  it('belong into the root of a workspace, whose lock file is the one to remove', async () => {
    const folder = createOldApp({
      '.gitignore': 'node_modules\n',
      'package.json': JSON.stringify({ workspaces: ['apps/*'], overrides: { react: '18.3.1' } }),
      'package-lock.json': '{}',
      ...Object.fromEntries(
        Object.entries(remix).map(([path, text]) => [`apps/web/${path}`, text]),
      ),
    })
    const web = join(folder, 'apps/web')
    const manifest = JSON.parse(remix['package.json']!)
    manifest.dependencies.kit = '1'
    writeFileSync(join(web, 'package.json'), JSON.stringify(manifest))
    commit(folder)
    install(folder, 'kit', { peerDependencies: { '@remix-run/react': '2' } })

    const { read, report } = await move(web)
    expect(JSON.parse(read('package.json')!)).not.toHaveProperty('overrides')
    const inRoot = report?.left.filter(({ file }) => file === '../../package.json')
    expect(textsOf(inRoot)).toEqual([
      'The root of a workspace has the overrides. Add to overrides: "react": "^19.2.0", "react-dom": "^19.2.0".',
      'The override overrides → react: 18.3.1 is older than the version of the moved app. Remove it, or name a newer version.',
    ])
  })

  it('prints the lock file of the workspace, which would keep the old packages', async () => {
    const folder = createOldApp({
      'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n",
      'pnpm-lock.yaml': '',
      ...Object.fromEntries(
        Object.entries(remix).map(([path, text]) => [`apps/web/${path}`, text]),
      ),
    })
    mkdirSync(join(folder, 'node_modules'))
    const out: string[] = []
    const { run } = await import('./command.ts')
    const output = {
      out: (text: string) => out.push(text),
      error: (text: string) => out.push(text),
    }
    await run([join(folder, 'apps/web'), '--no-run', '--framework', '^1.0.0'], output)
    expect(out.join('\n')).toContain(
      'rm -rf node_modules ../../node_modules ../../pnpm-lock.yaml\n  pnpm install\n',
    )
  })
})

describe('migrate: scripts', () => {
  it('lists the words that went from a script', async () => {
    const { read, report } = await move(
      createOldApp(
        withManifest(
          {
            scripts: {
              dev: 'concurrently "npm:css" "remix dev --port 3001 --manual"',
              start: 'node --require dotenv/config ./server.js --verbose',
            },
          },
          {
            'server.js':
              "import { createRequestHandler } from '@remix-run/express'\ncreateRequestHandler()\n",
          },
        ),
      ),
    )
    expect(JSON.parse(read('package.json')!).scripts).toEqual({
      dev: 'concurrently "npm:css" "framework dev --port 3001"',
      start: 'framework start',
    })
    expect(textsOf(report?.left).filter((text) => text.startsWith('The script'))).toEqual([
      'The script dev had --manual, which framework does not know.',
      'The script start loaded dotenv/config before the app.',
      'The script start had --verbose, which framework does not know.',
    ])
  })
})

function withManifest(more: object, files = {}): Record<string, string> {
  const manifest = { ...JSON.parse(remix['package.json']!), ...more }
  return { ...remix, ...files, 'package.json': JSON.stringify(manifest, null, 2) }
}
