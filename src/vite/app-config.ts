import { createRequire } from 'node:module'
import { dirname, extname } from 'node:path'
import {
  defaultServerConditions,
  normalizePath,
  type ConfigEnv,
  type EnvironmentOptions,
  type Plugin,
  type UserConfig,
} from 'vite'
import { loadEnv } from '../internal/load-env.ts'
import { browserRoutes, routeModuleId, warningsOf, type App } from './app.ts'
import { browserModules } from './browser-modules.ts'
import { productionReactId } from './production-react.ts'
import { mostRoutes } from './split-manifest.ts'
import { clientEntryId, serverEntryId } from './virtual-modules.ts'

/** Tells Vite what an app is: two environments, their entries, and where they end up. */
export function appConfig(app: App): Plugin {
  return {
    name: 'framework:app-config',
    api: { app },
    async config(config, env) {
      const root = config.root ?? process.cwd()
      await app.open(root, config.resolve)
      if (env.command === 'serve') loadEnv(app.root, env.mode)
      // A build is for production, whatever the shell says: React's half for development tells visitors of errors.
      else process.env['NODE_ENV'] = 'production'
      checkBase(config.base)
      return createConfig(app, config, env)
    },
    configResolved({ logger }) {
      for (const warning of warningsOf(app)) logger.warnOnce(warning)
    },
  }
}

function createConfig(app: App, config: UserConfig, { command }: ConfigEnv): UserConfig {
  const entries = browserRoutes(app).map((route) => routeModuleId(app, route))
  const inputs = app.routes.length > mostRoutes ? [...entries, splitManifestId] : entries

  return {
    appType: 'custom',
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: { client: clientEnvironment(inputs), ssr: serverEnvironment(app, command) },
    server: {
      // Preflights are the app's to answer, as in a build. A project can still turn on Vite's answers.
      cors: config.server?.cors ?? false,
      // Beside what modules import, only these can be asked for: no list of what is forbidden has to be complete.
      fs: { allow: [app.directory, ...packageFolders(app.root)] },
    },
    ...(command === 'serve' && {
      optimizeDeps: {
        entries,
        include: dependencies(app.root),
        // The search for dependencies must not follow what only the server imports.
        rolldownOptions: { plugins: [scanPlugin(app)] },
      },
    }),
    resolve: { dedupe: [...(config.resolve?.dedupe ?? []), 'react', 'react-dom'] },
  }
}

function clientEnvironment(inputs: readonly string[]): EnvironmentOptions {
  return {
    build: {
      outDir: 'build/client',
      // What earlier builds left is removed by the build itself, which knows what to keep.
      emptyOutDir: false,
      modulePreload: {
        // For `import()` in the app: a preload that fails once would keep WebKit from ever asking for the file again.
        resolveDependencies: (_, files) => files.filter((file) => !file.endsWith('.js')),
      },
      rolldownOptions: {
        input: [clientEntryId, ...inputs],
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // Three files stay the same when only the app changes: React, what a page is hydrated with, and what it
          // navigates with, which comes after the page.
          codeSplitting: {
            groups: [
              { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
              { name: 'framework', test: isRuntime, tags: ['$initial'] },
              { name: 'router', test: isRuntime },
            ],
          },
        },
      },
    },
  }
}

/** Where the folders of this package are, beside `vite/`. */
const packageDirectory = normalizePath(dirname(import.meta.dirname))

/** What a browser learns routes by if the manifest is split: a file of its own, which only large apps have. */
export const splitManifestId: string = `${packageDirectory}/react/split-manifest${extname(import.meta.filename) === '.ts' ? '.tsx' : '.js'}`

/** Whether a module is part of what runs every page. */
function isRuntime(id: string): boolean {
  return ['react', 'client-router'].some(
    (folder) =>
      id.startsWith(`${packageDirectory}/${folder}/`) &&
      !/\/(?:split-manifest|route-parts)\./.test(id),
  )
}

function serverEnvironment(app: App, command: ConfigEnv['command']): EnvironmentOptions {
  // In development the server is Node, wherever the build will run.
  const isWorker = app.options.target === 'worker' && command === 'build'
  return {
    build: {
      outDir: 'build/server',
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: { index: serverEntryId },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // What comes first has to be another file than what imports React.
          codeSplitting: !isWorker && { groups: [{ name: 'react', test: productionReactId }] },
        },
        // Not `node`: its helpers for CommonJS would import `node:module`.
        ...(isWorker && { external: /^cloudflare:/, platform: 'browser' as const }),
      },
    },
    ...(isWorker && {
      // There may be no `process`.
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

/** The `node_modules` folders that the app can import from. */
function packageFolders(root: string): string[] {
  const paths = createRequire(`${root}/package.json`).resolve.paths('x') ?? []
  const folders = paths.map(normalizePath).filter((path) => path.endsWith('/node_modules'))
  return [...folders, packageDirectory]
}

/** What every page imports, so that it is not discovered one by one while the first page loads. */
function dependencies(root: string): string[] {
  const react = [
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
  ]
  return isInstalled(root) ? [...react, 'framework', 'framework/react'] : react
}

/** Whether this package is one of the project's, rather than the sources beside it. */
function isInstalled(root: string): boolean {
  try {
    return createRequire(`${root}/package.json`).resolve('framework/react').includes('node_modules')
  } catch {
    // An alias of the project leads to it.
    return false
  }
}

function scanPlugin(app: App): { name: string; load: unknown } {
  const { name, load } = browserModules(app)
  return { name, load }
}

function checkBase(base: string | undefined): void {
  if (base === '' || base?.startsWith('./')) {
    throw new Error(
      `Cannot serve assets from base ${JSON.stringify(base)}: pages have many paths, so use one that starts with "/" or is a URL`,
    )
  }
}
