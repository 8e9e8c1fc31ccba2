import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import {
  defaultServerConditions,
  normalizePath,
  type ConfigEnv,
  type EnvironmentOptions,
  type Plugin,
  type UserConfig,
} from 'vite'
import { loadEnv } from '../internal/load-env.ts'
import { browserRoutes, routeModuleId, type App } from './app.ts'
import { browserModules } from './browser-modules.ts'
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
      checkBase(config.base)
      return createConfig(app, config, env)
    },
  }
}

function createConfig(app: App, config: UserConfig, { command }: ConfigEnv): UserConfig {
  const entries = browserRoutes(app).map((route) => routeModuleId(app, route))

  return {
    appType: 'custom',
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: { client: clientEnvironment(app, entries), ssr: serverEnvironment(app) },
    server: {
      // Beside what modules import, only these can be asked for: no list of what is forbidden has to be complete.
      fs: { allow: [app.directory, ...packageFolders(app.root)] },
    },
    ...(command === 'serve' && {
      optimizeDeps: {
        entries,
        include: [
          'react',
          'react-dom',
          'react-dom/client',
          'react/jsx-runtime',
          'react/jsx-dev-runtime',
        ],
        // The search for dependencies must not follow what only the server imports.
        rolldownOptions: { plugins: [scanPlugin(app)] },
      },
    }),
    resolve: { dedupe: [...(config.resolve?.dedupe ?? []), 'react', 'react-dom'] },
  }
}

function clientEnvironment(app: App, entries: readonly string[]): EnvironmentOptions {
  return {
    build: {
      outDir: 'build/client',
      // What earlier builds left is removed by the build itself, which knows what to keep.
      emptyOutDir: false,
      rolldownOptions: {
        input: [clientEntryId, ...entries],
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  }
}

function serverEnvironment(app: App): EnvironmentOptions {
  const isWorker = app.options.target === 'worker'
  return {
    build: {
      outDir: 'build/server',
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: { index: serverEntryId },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        ...(isWorker && { external: /^cloudflare:/ }),
      },
    },
    ...(isWorker && {
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
  const here = normalizePath(dirname(import.meta.dirname))
  return [...paths.map(normalizePath).filter((path) => path.endsWith('/node_modules')), here]
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
