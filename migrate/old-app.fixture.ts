import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { migrateApp, type MigrateOptions } from './migrate-app.ts'
import type { Report } from './report.ts'

export type Files = Readonly<Record<string, string>>

/** The files that every old app has, by the peer that it was made for. */
export const reactRouter: Files = {
  'package.json': JSON.stringify(
    {
      name: 'shop',
      type: 'module',
      scripts: { dev: 'react-router dev', typecheck: 'react-router typegen && tsc' },
      dependencies: { 'react-router': '^7.9.0', '@react-router/node': '^7.9.0', react: '^19.1.0' },
      devDependencies: { '@react-router/dev': '^7.9.0', typescript: '^5.4.0', vite: '^7.0.0' },
    },
    null,
    2,
  ),
  'vite.config.ts': [
    "import { reactRouter } from '@react-router/dev/vite'",
    "import { defineConfig } from 'vite'",
    '',
    'export default defineConfig({ plugins: [reactRouter()] })',
    '',
  ].join('\n'),
  'app/root.tsx': 'export default function Root() {\n  return null\n}\n',
  'app/routes.ts': [
    "import { index, layout, prefix, route } from '@react-router/dev/routes'",
    'export default [',
    "  index('routes/home.tsx'),",
    "  route('books/:slug/:page?', 'routes/book.tsx'),",
    "  layout('routes/frame.tsx', [route('about', 'routes/about.tsx')]),",
    "  ...prefix('admin', [index('routes/admin.tsx')]),",
    ']',
    '',
  ].join('\n'),
  'app/routes/home.tsx': 'export default function Home() {\n  return null\n}\n',
  'app/routes/book.tsx': 'export default function Book() {\n  return null\n}\n',
  'app/routes/frame.tsx': 'export default function Frame() {\n  return null\n}\n',
  'app/routes/about.tsx': 'export default function About() {\n  return null\n}\n',
  'app/routes/admin.tsx': 'export default function Admin() {\n  return null\n}\n',
}

export const remix: Files = {
  'package.json': JSON.stringify(
    {
      name: 'shop',
      scripts: { build: 'remix build', dev: 'remix dev', start: 'remix-serve build' },
      dependencies: { '@remix-run/node': '^2.9.0', '@remix-run/react': '^2.9.0', react: '^18.2.0' },
      devDependencies: { '@remix-run/dev': '^2.9.0', typescript: '^5.4.0' },
    },
    null,
    2,
  ),
  'remix.config.js': 'module.exports = { ignoredRouteFiles: ["**/.*"] }\n',
  'app/root.tsx': 'export default function Root() {\n  return null\n}\n',
  'app/routes/_index.tsx': 'export default function Home() {\n  return null\n}\n',
}

/** The app after a move. */
export interface Moved {
  readonly folder: string
  /** Reads a file as it is now, or `undefined` if there is none. */
  read(path: string): string | undefined
  readonly report: Report | undefined
}

/** Writes an app into a git repository of a temporary folder. */
export function createOldApp(files: Files, isTracked = true): string {
  const folder = mkdtempSync(join(tmpdir(), 'framework-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (isTracked) commit(folder)
  return folder
}

export function commit(folder: string): void {
  const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: folder })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x')
}

/** Puts the package.json of a package into node_modules. */
export function install(folder: string, name: string, manifest: object): void {
  const file = join(folder, 'node_modules', name, 'package.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(manifest))
}

export async function move(folder: string, options: Partial<MigrateOptions> = {}): Promise<Moved> {
  const migration = await migrateApp({
    folder,
    isForced: false,
    isDry: false,
    isRun: false,
    timeout: 300_000,
    say: () => {},
    framework: () => Promise.resolve({ version: '^1.0.0' }),
    ...options,
  })
  return {
    folder,
    report: migration?.report,
    read: (path) =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined,
  }
}

/** Moves one module of an app, and returns its new text. */
export async function moveModule(code: string, path = 'app/x.tsx', app = remix): Promise<string> {
  const { read } = await move(createOldApp({ ...app, [path]: code }, false), { isForced: true })
  return read(path)!
}
