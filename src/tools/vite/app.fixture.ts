import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Alias, InlineConfig } from 'vite'
import { framework } from './framework.ts'
import type { FrameworkOptions } from './options.ts'

const repository = join(import.meta.dirname, '../../..')

const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  exports: Record<string, { 'framework-source'?: string }>
}

/** Aliases for `framework` and its entry points that lead to the sources of this repository, the longest names first. */
export const sourceAliases: readonly Alias[] = Object.entries(exports)
  .flatMap(([entry, { 'framework-source': source }]) =>
    source === undefined
      ? []
      : [{ find: `framework${entry.slice(1)}`, replacement: join(repository, source) }],
  )
  .sort((a, b) => b.find.length - a.find.length)

/** A project in a temporary folder inside the repository, so that it can import the repository's packages. */
export interface FixtureApp {
  root: string
  /** The Vite config of the project. `framework` and its folders are aliases for the sources of this repository. */
  config: (options?: FrameworkOptions) => InlineConfig
  /** Writes a file, and first waits a moment: Vite's watcher does not report two changes of one file within 50 ms. */
  write: (file: string, content: string, wait?: number) => Promise<void>
  remove: () => Promise<void>
}

/** Writes a project. Adds a default `app/root.tsx` if there is none. */
export async function createFixtureApp(files: Record<string, string>): Promise<FixtureApp> {
  await mkdir(join(repository, '.framework'), { recursive: true })
  const root = await mkdtemp(join(repository, '.framework/fixture-'))

  // At once, so that nothing in this process reads half of a file.
  const create = (file: string, content: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  const all = { 'app/root.tsx': defaultRoot, 'package.json': '{"type":"module"}', ...files }
  for (const [file, content] of Object.entries(all)) create(file, content)

  return {
    root,
    write: async (file, content, wait = 100) => {
      await setTimeout(wait)
      create(file, content)
    },
    config: (options) => ({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [framework(options)],
      resolve: { alias: [...sourceAliases] },
    }),
    // A dev server that was just closed may still write into its cache.
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 20 }),
  }
}

const defaultRoot = `
import { Links, Meta, Outlet, Scripts } from 'framework/react'

export default function Root() {
  return (
    <html lang="en">
      <head><Meta /><Links /></head>
      <body><Outlet /><Scripts /></body>
    </html>
  )
}
`
