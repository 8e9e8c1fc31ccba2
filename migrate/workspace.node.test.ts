import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commit, createOldApp, install, move, reactRouter } from './old-app.fixture.ts'

const textsOf = (left: readonly { text: string }[] | undefined): string[] =>
  left?.map(({ text }) => text) ?? []

describe('migrate: an app in a workspace', () => {
  /** An app whose workspace has a package of components, and a plugin for its configuration. */
  function createWorkspace(): string {
    const folder = createOldApp({
      '.gitignore': 'node_modules\n',
      'package.json': JSON.stringify({ workspaces: ['apps/*', 'packages/*'] }),
      'packages/ui/package.json': JSON.stringify({
        name: '@acme/ui',
        peerDependencies: { '@react-router/dev': '7', 'react-router': '7' },
      }),
      ...Object.fromEntries(
        Object.entries(reactRouter).map(([path, text]) => [`apps/web/${path}`, text]),
      ),
      'apps/web/app/routes/home.tsx':
        "import { Button } from '@acme/ui'\nexport default function Home() {\n  return <Button />\n}\n",
      'apps/web/vite.config.ts': [
        "import { icons } from '@acme/ui/vite'",
        "import { reactRouter } from '@react-router/dev/vite'",
        'export default { plugins: [icons(), reactRouter()] }',
        '',
      ].join('\n'),
    })
    const web = join(folder, 'apps/web')
    const manifest = JSON.parse(reactRouter['package.json']!)
    manifest.dependencies['@acme/ui'] = 'workspace:*'
    manifest.dependencies.react = 'catalog:'
    manifest.devDependencies.vite = 'catalog:tools'
    writeFileSync(join(web, 'package.json'), JSON.stringify(manifest))
    commit(folder)
    install(folder, 'react', { version: '19.2.3' })
    install(folder, 'vite', { version: '7.1.0' })
    mkdirSync(join(folder, 'node_modules/@acme'))
    symlinkSync(join(folder, 'packages/ui'), join(folder, 'node_modules/@acme/ui'))
    return web
  }

  it('keeps the packages of the workspace, which import the old router themselves', async () => {
    const { read, report } = await move(createWorkspace())
    expect(JSON.parse(read('package.json')!).dependencies['@acme/ui']).toBe('workspace:*')
    expect(read('vite.config.ts')).toContain(
      "plugins: [icons(), framework({ standsFor: ['react-router'], trailingSlash: 'ignore' })]",
    )
    expect(textsOf(report?.left).join('\n')).not.toContain('@acme/ui')
  })

  it('finds the types of the framework in the root, where npm installs it', async () => {
    const folder = createWorkspace()
    writeFileSync(join(folder, 'tsconfig.json'), '{}')
    commit(join(folder, '../..'))
    const { read } = await move(folder)
    expect(JSON.parse(read('tsconfig.json')!).compilerOptions.paths['react-router']).toEqual([
      './node_modules/framework/dist/pages/stand-in/types.d.ts',
      '../../node_modules/framework/dist/pages/stand-in/types.d.ts',
    ])
  })

  it('keeps versions of a catalog that are new enough', async () => {
    const { read } = await move(createWorkspace())
    const { dependencies, devDependencies } = JSON.parse(read('package.json')!)
    expect(dependencies.react).toBe('catalog:')
    expect(devDependencies.vite).toBe('^8.0.0')
  })
})
