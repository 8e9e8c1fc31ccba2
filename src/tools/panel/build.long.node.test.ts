import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createBuilder } from 'vite'
import { describe, expect, it } from 'vitest'
import { createFixtureApp } from '../vite/app.fixture.ts'
import type { FrameworkOptions } from '../vite/options.ts'
import { shopFiles } from './shop.fixture.ts'

const {
  'app/router.ts': _router,
  'app/routes/books.$slug.tsx': _book,
  'app/routes/broken.tsx': _broken,
  'app/routes/news.tsx': _news,
  ...staticFiles
} = shopFiles

/** Reads the app of a project of this repository. */
function filesOf(project: string): Record<string, string> {
  const root = join(import.meta.dirname, '../../..', project)
  const entries = readdirSync(join(root, 'app'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return Object.fromEntries(
    files.map(({ name, parentPath }) => {
      const path = join(parentPath, name)
      return [relative(root, path), readFileSync(path, 'utf8')]
    }),
  )
}

describe('a build', () => {
  it.each<[string, FrameworkOptions, Record<string, string>]>([
    ['for Node', {}, shopFiles],
    ['for Workers', { target: 'worker' }, shopFiles],
    ['of a static site', { static: true }, staticFiles],
    ['of the bookstore', {}, filesOf('demos/bookstore')],
    ['of the template', {}, filesOf('templates/app')],
  ])(
    '%s is the same with and without the panel, and contains no code of it: DP-1',
    async (_name, options, files) => {
      const app = await createFixtureApp(files)
      const build = async (panel: boolean): Promise<Record<string, string>> => {
        rmSync(join(app.root, 'build'), { recursive: true, force: true })
        const builder = await createBuilder(app.config({ ...options, panel }), null)
        await builder.buildApp()
        return hashesOf(join(app.root, 'build'))
      }
      try {
        const withPanel = await build(true)
        expect(await build(false)).toEqual(withPanel)
        expect(Object.keys(withPanel).length).toBeGreaterThan(3)
      } finally {
        await app.remove()
      }
    },
  )
})

/** Returns the hash of each file, and checks that none has a part of the panel. */
function hashesOf(folder: string): Record<string, string> {
  // A record of a build has the time of the build.
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('.builds'),
  )
  return Object.fromEntries(
    files.map(({ name, parentPath }) => {
      const content = readFileSync(join(parentPath, name))
      expect(content.includes('framework-panel')).toBe(false)
      expect(content.includes('@framework/')).toBe(false)
      // A source map of the server has all sources of the modules that it uses.
      if (!name.endsWith('.map')) expect(content.includes('watchRouter')).toBe(false)
      return [
        join(parentPath, name).slice(folder.length),
        createHash('sha256').update(content).digest('hex'),
      ]
    }),
  )
}
