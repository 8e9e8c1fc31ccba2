import { readFileSync, realpathSync } from 'node:fs'
import { extname, join } from 'node:path'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import type { App } from './app.ts'
import { findPackage } from './nested-packages.ts'
import { parseModule } from './parse-module.ts'

const extension = extname(import.meta.filename)

/** The module that libraries get when they import Remix or React Router. */
const standInFile = normalizePath(
  join(import.meta.dirname, `../../pages/stand-in/index${extension}`),
)
const setupFile = `${import.meta.dirname}/stand-in-setup${extension}`

/** The environment variable that tells the workers of Vitest the names of the packages. */
export const standsForVariable = 'FRAMEWORK_STANDS_FOR'

/** The hook of Vitest. Its types are not a dependency of this package. */
interface VitestPlugin {
  configureVitest(context: {
    project: { config: { pool: string; env: Record<string, unknown>; setupFiles: string[] } }
  }): void
}

/** Resolves packages such as `react-router` to `framework`, even for imports inside other packages (MV-6). */
export function standIn(app: App): Plugin & VitestPlugin {
  const { standsFor } = app.options
  const isPeer = new RegExp(
    `^(?:${standsFor.map((name) => name.replaceAll('.', '\\.')).join('|')})(?:/.*)?$`,
  )

  return {
    name: 'framework:stand-in',
    config(config, { command }) {
      if (standsFor.length === 0) return
      if (command === 'serve') resolveInNode(standsFor)
      const root = config.root ?? process.cwd()
      return {
        resolve: { alias: [{ find: isPeer, replacement: standInFile }] },
        // A build contains the libraries. In development Node loads them, because they may be CommonJS.
        ...(command === 'build' && {
          environments: { ssr: { resolve: { noExternal: packagesWith(root, standsFor) } } },
        }),
      }
    },
    configureVitest({ project }) {
      if (standsFor.length === 0) return
      const { config } = project
      if (config.pool.startsWith('vm')) {
        throw new Error(
          `Cannot use standsFor with the Vitest pool "${config.pool}": Node has no hooks in it. Set pool to "forks" or "threads".`,
        )
      }
      config.env = { ...config.env, [standsForVariable]: standsFor.join() }
      config.setupFiles.unshift(setupFile)
    },
    transform: {
      filter: {
        id: /\/node_modules\/.*\.[cm]?js(?:\?|$)/,
        code: new RegExp(standsFor.join('|') || '(?!)'),
      },
      handler(code, id) {
        if (this.environment.mode !== 'build') return
        const file = id.replace(/[?#].*$/, '').replace(/^.*\/node_modules\//, '')
        const imports = parseModule(code, file).module.staticImports.filter(({ moduleRequest }) =>
          isPeer.test(moduleRequest.value),
        )
        const names = imports.flatMap(({ entries }) =>
          entries.map(({ importName }) => importName.name ?? ''),
        )
        for (const name of names.filter((name) => missingNames().has(name))) {
          this.warn(
            `${file} imports ${name}, which framework does not have. It throws if it is used. See framework/docs/from-react-router.md#libraries.`,
          )
        }
      },
    },
  }
}

let known: Set<string> | undefined

function missingNames(): Set<string> {
  return (known ??= new Set(
    Array.from(
      readFileSync(standInFile, 'utf8').matchAll(/^export const (\w+)/gm),
      ([, name]) => name!,
    ),
  ))
}

/** The packages that Node resolves to the stand-in. A process has one set of hooks, even after a restart of Vite. */
const resolved = new Set<string>()

/** Makes Node load the stand-in for these packages, for `import` and `require()`. */
export function resolveInNode(names: readonly string[]): void {
  if (resolved.size === 0) {
    const url = pathToFileURL(standInFile).href
    registerHooks({
      resolve(specifier, context, next) {
        const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
        return name !== undefined && resolved.has(name)
          ? { url, format: 'module', shortCircuit: true }
          : next(specifier, context)
      },
    })
  }
  for (const name of names) resolved.add(name)
}

interface Package {
  readonly folder: string
  /** The names by which other packages import the package, such as an alias of npm. */
  readonly names: Set<string>
  readonly users: Set<Package>
  readonly dependencies: readonly string[]
}

/** Returns the packages that depend on one of `peers`, and every package between them and the app. */
function packagesWith(root: string, peers: readonly string[]): string[] {
  const packages = new Map<string, Package>()
  const visit = (folder: string, name: string, user?: Package): void => {
    const known = packages.get(folder)
    const found = known ?? {
      folder,
      names: new Set(),
      users: new Set(),
      dependencies: dependenciesOf(folder, user === undefined),
    }
    packages.set(folder, found)
    found.names.add(name)
    if (user) found.users.add(user)
    if (known) return
    for (const dependency of found.dependencies) {
      const next = peers.includes(dependency) ? undefined : findPackage(folder, dependency)
      if (next !== undefined) visit(next, dependency, found)
    }
  }
  visit(realpathSync(root), '')

  const bundled = new Set(
    [...packages.values()].filter(({ dependencies }) =>
      dependencies.some((name) => peers.includes(name)),
    ),
  )
  for (const { users } of bundled) for (const user of users) bundled.add(user)
  return Array.from(bundled)
    .flatMap(({ names }) => [...names])
    .filter((name) => name !== '')
}

function dependenciesOf(folder: string, isApp: boolean): string[] {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
    ...(isApp && devDependencies),
  })
}
