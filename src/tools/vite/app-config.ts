import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import {
  defaultServerConditions,
  normalizePath,
  type ConfigEnv,
  type EnvironmentOptions,
  type Plugin,
  type UserConfig,
} from 'vite'
import { loadEnv } from '../../edges/env/shared.ts'
import { browserRoutes, routeModuleId, warningsOf, type App } from './app.ts'
import { browserModules } from './browser-modules.ts'
import type { ResolvedOptions } from './options.ts'
import { productionReactId } from './react-plugins.ts'
import { mostRoutes } from './split-manifest.ts'
import { clientEntryId, serverEntryId } from './virtual-modules.ts'

/** Configures Vite for an app: two environments, their entries and their output folders. */
export function appConfig(app: App): Plugin {
  return {
    name: 'framework:app-config',
    api: { app },
    async config(config, env) {
      const root = config.root ?? process.cwd()
      await app.open(root, config.resolve)
      if (env.command === 'serve') loadEnvAgain(app.root, env.mode)
      else buildForProduction()
      checkBase(config.base, app.options)
      return createConfig(app, config, env)
    },
    configResolved({ logger }) {
      for (const warning of warningsOf(app)) logger.warnOnce(warning)
    },
  }
}

/** The variables that this process has from the `.env` files of each project. */
const loaded = new Map<string, Record<string, string>>()

/** Loads the `.env` files. Vite restarts a dev server when one of them changes, in the same process. */
function loadEnvAgain(root: string, mode: string): void {
  for (const [name, value] of Object.entries(loaded.get(root) ?? {})) {
    // The app itself may have set another value.
    if (process.env[name] === value) delete process.env[name]
  }
  loaded.set(root, loadEnv(root, mode))
}

/** A build is always for production, because the development version of React shows errors to visitors. */
function buildForProduction(): void {
  process.env['NODE_ENV'] = 'production'
  // Vite 8 stores `NODE_ENV` of the `.env` files in this variable, unless it is set, and would use `development` from there
  // for the build.
  process.env['VITE_USER_NODE_ENV'] = ''
}

function createConfig(app: App, config: UserConfig, { command }: ConfigEnv): UserConfig {
  const entries = browserRoutes(app).map((route) => routeModuleId(app, route))
  const isSplit = app.routes.length > mostRoutes
  // In development, these modules are searched for dependencies. The root comes first. Dependencies that only other pages
  // import are found when those pages are visited.
  const inputs =
    command === 'serve'
      ? entries.slice(0, mostScanned)
      : [...entries, ...(isSplit ? [splitManifestId] : [])]
  const { name, load } = browserModules(app)

  return {
    appType: 'custom',
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: { client: clientEnvironment(app, inputs), ssr: serverEnvironment(app, command) },
    server: {
      // The app itself handles preflight requests, as in a build. A project can turn on Vite's own handling.
      cors: config.server?.cors ?? false,
      // Browsers can request these folders and the files that modules import. An allowlist is safer than a list of
      // forbidden files.
      fs: { allow: [app.directory, ...packageFolders(app.root)] },
    },
    ...(command === 'serve' && {
      optimizeDeps: {
        include: dependencies(app.root),
        // The dependency scan must not follow imports that only the server uses.
        rolldownOptions: { plugins: [{ name, load }] },
      },
    }),
    resolve: { dedupe: [...(config.resolve?.dedupe ?? []), 'react', 'react-dom'] },
  }
}

/** Vite's report of the time of plugins does not help an app, because most plugins are ours. */
const quiet = { pluginTimings: false }

/** The most route modules that are searched for dependencies before the first page. Each of them has to be transformed. */
const mostScanned = 100

function clientEnvironment(app: App, inputs: readonly string[]): EnvironmentOptions {
  const isOwnEntry = app.files.entryClient === undefined
  return {
    build: {
      outDir: 'build/client',
      // The `client-build` plugin removes the files of earlier builds, because some of them are kept.
      emptyOutDir: false,
      modulePreload: {
        // This is for `import()` in the app: after one failed preload, WebKit never requests the file again.
        resolveDependencies: (_, files) => files.filter((file) => !file.endsWith('.js')),
      },
      rolldownOptions: {
        checks: quiet,
        input: [clientEntryId, ...inputs],
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // One file has all the code that every page needs before it can be hydrated. It stays the same when only the app
          // changes. The code that navigates is in another file, and code that few pages use is in separate files.
          codeSplitting: {
            groups: [
              {
                name: 'framework',
                test: (id) => isRuntime(id) || (isOwnEntry && id === `\0${clientEntryId}`),
                tags: ['$initial'],
              },
            ],
          },
        },
      },
    },
  }
}

/** The folder that contains the storeys: `src/` or `dist/`. */
const packageDirectory = normalizePath(join(import.meta.dirname, '../..'))

/** The code that loads the parts of a split manifest: a separate file, which only large apps have. */
export const splitManifestId: string = `${packageDirectory}/pages/react/split-manifest${extname(import.meta.filename) === '.ts' ? '.tsx' : '.js'}`

/** The server for Node that a build contains. */
const serveId = `${packageDirectory}/pages/server/serve-build${extname(import.meta.filename)}`

/** The code of drafts, which a document with a form preloads in an app with `visitor`. */
export const draftIds: readonly string[] = ['draft-keeper', 'drafts'].map(
  (name) => `${packageDirectory}/pages/react/${name}${extname(import.meta.filename)}`,
)

/** Whether a module is React, or a part of the code that hydrates a page and navigates. */
function isRuntime(id: string): boolean {
  return (
    /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id) ||
    /^\/pages\/(?:react|client-router)\/(?!(?:split-manifest|route-parts|use-fields|create-field|watch-form)\.)/.test(
      ownPath(id),
    )
  )
}

/** Returns the path of one of this package's modules, such as `/pages/react/link.js`. Returns `''` for any other module. */
export function ownPath(id: string): string {
  return id.startsWith(`${packageDirectory}/`) ? id.slice(packageDirectory.length) : ''
}

function serverEnvironment(app: App, command: ConfigEnv['command']): EnvironmentOptions {
  // In development the server always runs on Node.
  const isWorker = app.options.target === 'worker' && command === 'build'
  return {
    build: {
      outDir: 'build/server',
      // The folder is not emptied, because a running server may still use the last build.
      emptyOutDir: false,
      copyPublicDir: false,
      // Browsers do not download these files.
      reportCompressedSize: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        checks: quiet,
        input: { index: serverEntryId, ...(!isWorker && { serve: serveId }) },
        // Pages import shared code from a chunk. If they imported the entry, it could run again under another URL.
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // React gets a separate file, so that this module runs before any module that imports React.
          codeSplitting: !isWorker && { groups: [{ name: 'react', test: productionReactId }] },
        },
        // Not `node`: the CommonJS helpers for that platform import `node:module`.
        ...(isWorker && { external: /^cloudflare:/, platform: 'browser' as const }),
      },
    },
    // One bundle loads in a third of the time of our files. In development, Node loads them faster than Vite.
    ...(command === 'build' && { resolve: { noExternal: ourPackages(app.root) } }),
    ...(isWorker && {
      // `process` may not exist.
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        noExternal: true,
        conditions: [
          'workerd',
          'worker',
          ...defaultServerConditions.filter((condition) => condition !== 'node'),
        ],
        builtins: [/^cloudflare:/],
      },
    }),
  }
}

/** Returns this package, and the dependencies of the app that import it, because they have to use the same copy. */
function ourPackages(root: string): string[] {
  const folders = packageFolders(root)
  const importsUs = (name: string): boolean =>
    folders.some((folder) => 'framework' in readDependencies(`${folder}/${name}`))
  return ['framework', ...Object.keys(readDependencies(root)).filter(importsUs)]
}

function readDependencies(folder: string): Record<string, string> {
  const file = `${folder}/package.json`
  if (!existsSync(file)) return {}
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...dependencies, ...peerDependencies }
}

/** Returns the `node_modules` folders that the app can import from, and the folder of this package. */
function packageFolders(root: string): string[] {
  const paths = createRequire(`${root}/package.json`).resolve.paths('x') ?? []
  const folders = paths.map(normalizePath).filter((path) => path.endsWith('/node_modules'))
  return [...folders, packageDirectory]
}

/** The packages that every page imports. Vite would otherwise discover them one by one while the first page loads. */
function dependencies(root: string): string[] {
  const react = [
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
  ]
  return isInstalled(root) ? [...react, 'framework', 'framework/react', 'framework/compat'] : react
}

/** Whether this package is installed in the project, rather than aliased to its sources. */
function isInstalled(root: string): boolean {
  try {
    return createRequire(`${root}/package.json`).resolve('framework/react').includes('node_modules')
  } catch {
    // The project uses an alias for the package.
    return false
  }
}

function checkBase(base: string | undefined, { basename, ...options }: ResolvedOptions): void {
  const files = basename === '/' ? '/' : `${basename}/`
  if (options.static && (base ?? '/') !== files) {
    throw new Error(
      `Cannot export the site with the base ${JSON.stringify(base ?? '/')}: its files are below the basename. Set Vite's "base" to ${JSON.stringify(files)}.`,
    )
  }
  if (base === '' || base?.startsWith('./')) {
    throw new Error(
      `Cannot serve assets from the relative base ${JSON.stringify(base)}: pages have different paths. Use a base that starts with "/", or a URL.`,
    )
  }
}
