import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { frameworkFolder } from './framework-folder.ts'
import { readRepository } from './git.ts'
import { findRoot } from './workspace.ts'
import { walkFolder } from '../src/tools/vite/shared.ts'

/** The parts of a package.json that the rules read. */
export interface Manifest {
  readonly name?: string
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/** The app to move, before any rule has changed it. */
export interface OldApp {
  readonly folder: string
  readonly manifest: Manifest
  /** The origin of the app. `classic` is Remix with its own compiler instead of Vite. */
  readonly from: 'remix' | 'react-router'
  readonly major: number
  readonly isClassic: boolean
  /** The folder of the workspace that it is part of, or its own. */
  readonly root: string
  /** All files that git tracks, relative to the folder, with forward slashes. */
  readonly tracked: readonly string[]
  /** The files that rules may change, relative to the folder, with forward slashes. */
  readonly files: readonly string[]
}

/**
 * Finds out which packages an app is built with, and which of its files may change.
 *
 * @param folder The absolute path of the app
 * @param isForced Whether to continue without a clean git tree
 * @returns `undefined` if the app has moved already
 * @throws {Error} If the app cannot be moved, or git could not restore its current files
 */
export async function openOldApp(folder: string, isForced: boolean): Promise<OldApp | undefined> {
  const manifest = readManifest(join(folder, 'package.json'))
  if (manifest === undefined) {
    throw new Error(
      `Cannot find package.json in ${folder}. Run the command for the folder of an app.`,
    )
  }
  const own = relative(realpathSync(frameworkFolder), realpathSync(folder))
  if (!own.startsWith('..') && !own.split(sep).includes('node_modules')) {
    throw new Error(
      `Cannot move ${folder}: it is part of the framework. Name the folder of an app.`,
    )
  }

  const origin = readOrigin(folder, manifest)
  if (origin === undefined) return undefined
  const tracked = await listTracked(folder, isForced)
  return {
    folder,
    root: findRoot(folder),
    manifest,
    ...origin,
    tracked,
    files: tracked.filter((file) => mayChange(file, tracked)),
  }
}

function readManifest(file: string): Manifest | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as Manifest
  } catch (cause) {
    throw new Error(`Cannot read ${file}: it is not JSON. Correct it first.`, { cause })
  }
}

type Origin = Pick<OldApp, 'from' | 'major' | 'isClassic'>

function readOrigin(folder: string, manifest: Manifest): Origin | undefined {
  const packages: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies }
  const isUsed = (name: string): boolean => Object.hasOwn(packages, name)
  const tools = ['@react-router/dev', '@remix-run/dev', 'remix'].filter(isUsed)
  const [tool] = tools
  if (tool === undefined) {
    if (isUsed('framework') && !isUsed('react-router')) return undefined
    const kind = ['next', 'react-router', 'react-router-dom'].find(isUsed)
    throw new Error(
      `Cannot move ${folder}: its package.json has ${kind === undefined ? 'no package of Remix or React Router' : `"${kind}" without "@react-router/dev" or "@remix-run/dev"`}. ` +
        'Apps of Remix 1 and 2, and of React Router 7 and 8 in framework mode, can be moved. See framework/docs/from-react-router.md.',
    )
  }
  if (tool === '@react-router/dev' && tools.length > 1) {
    throw new Error(
      `Cannot move ${folder}: its package.json has both ${tools.join(' and ')}. Remove the one that the app does not use.`,
    )
  }

  const major = majorOf(folder, tool, packages[tool]!)
  const from = tool === '@react-router/dev' ? 'react-router' : 'remix'
  const known = from === 'remix' ? [1, 2] : [7, 8]
  if (!known.includes(major)) {
    throw new Error(
      `Cannot move ${folder}: it uses ${tool} ${packages[tool]}. ${tool === 'remix' ? 'For Remix 3, see framework/docs/from-remix-3.md.' : `Versions ${known.join(' and ')} can be moved.`}`,
    )
  }
  const config = ['ts', 'js', 'mts', 'mjs']
    .map((end) => join(folder, `vite.config.${end}`))
    .find(existsSync)
  const isVite =
    config !== undefined && /@remix-run\/dev|@react-router\/dev/.test(readFileSync(config, 'utf8'))
  return { from, major, isClassic: from === 'remix' && !isVite }
}

/** The major version of a package: the installed one, or the first number of the range. */
function majorOf(folder: string, name: string, range: string): number {
  const installed = findInstalled(folder, name)?.manifest as { version?: string } | undefined
  return Number.parseInt(/\d+/.exec(installed?.version ?? range)?.[0] ?? '', 10)
}

/** An installed package, as the app would import it. */
export function findInstalled(
  folder: string,
  name: string,
): { folder: string; manifest: Manifest & { version?: string; bin?: unknown } } | undefined {
  for (const modules of createRequire(join(folder, 'x.js')).resolve.paths(name) ?? []) {
    const manifest = readManifest(join(modules, name, 'package.json'))
    if (manifest) return { folder: join(modules, name), manifest }
  }
  return undefined
}

async function listTracked(folder: string, isForced: boolean): Promise<string[]> {
  const tracked = await readRepository(folder)
  if (tracked?.status !== '' && !isForced) {
    throw new Error(
      tracked === undefined
        ? `Cannot move ${folder}: it is not in a git repository, so nothing could bring your files back. Run git init and commit, or pass --force.`
        : `Cannot move ${folder}: git has changes that are not committed. Commit them, or pass --force.\n\n${tracked.status.trimEnd()}`,
    )
  }
  if (tracked === undefined) {
    const entries = await walkFolder(folder)
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .sort()
  }
  return tracked.files.filter((file) => existsSync(join(folder, file)) && isInside(folder, file))
}

/** Whether no folder on the way to the file is a symbolic link that leads out of the app. */
function isInside(folder: string, file: string): boolean {
  const root = realpathSync(folder)
  return realpathSync(join(folder, file)) === join(root, ...file.split('/'))
}

const untouched =
  /(?:^|\/)(?:node_modules|public|build|dist|coverage|migrations|generated|cypress|playwright|e2e|vendor|\.[^/]+)\//

/**
 * Whether rules may change a file. They may not change built, generated or public files, browser tests, or other workspaces.
 */
function mayChange(file: string, files: readonly string[]): boolean {
  if (untouched.test(`/${file}`) && !/(?:^|\/)\.(?:server|client)\//.test(file)) return false
  if (
    /(?:^|\/)(?:[^/]*-lock\.[^/]*|[^/]*\.lock|.*\.cy\.[jt]sx?|(?:cypress|playwright)\.config\.[^/]*|Dockerfile.*)$/.test(
      file,
    )
  )
    return false
  return !files.some(
    (other) =>
      other !== 'package.json' &&
      other.endsWith('/package.json') &&
      file.startsWith(other.slice(0, -'package.json'.length)),
  )
}
