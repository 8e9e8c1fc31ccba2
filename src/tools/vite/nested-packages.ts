import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createIdResolver, type Plugin } from 'vite'
import type { App } from './app.ts'

/** An import of a package, such as `zod/mini`, and not of a file, a URL, a virtual module or a name of `imports`. */
const packageImport = /^(?:@[\w-][\w.-]*\/)?[a-zA-Z\d_-][\w.-]*(?:\/.*)?$/

/**
 * A build with `standsFor` contains libraries. What such a library imports stays outside, and Node finds it from the folder
 * of the build: the app's version, although the library may have another one beside it. So other versions than the app's
 * are in the build too.
 */
export function nestedPackages(app: App): Plugin {
  let resolvers: Record<'import' | 'require', ReturnType<typeof createIdResolver>>
  let shared: readonly string[]
  const isOther = compareVersions(app)

  return {
    name: 'framework:nested-packages',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr' && app.options.standsFor.length > 0,
    configResolved(config) {
      const { dedupe } = config.resolve
      const { external = [] } = config.environments['ssr']!.resolve
      // There is one copy of these, because they have state.
      shared = ['framework', ...dedupe, ...(external === true ? [] : external)]
      const inside: { external: string[]; noExternal: true } = { external: [], noExternal: true }
      resolvers = {
        import: createIdResolver(config, inside),
        require: createIdResolver(config, { ...inside, isRequire: true }),
      }
    },
    resolveId: {
      filter: { id: packageImport },
      async handler(source, importer, { kind }) {
        const name = packageName(source)
        if (importer === undefined || shared.includes(name)) return
        const file = importer.replace(/[?#].*$/, '')
        if (!isOther(name, dirname(file))) return
        const resolve = resolvers[kind === 'require-call' ? 'require' : 'import']
        const found = await resolve(this.environment, source, file)
        return found === undefined ? undefined : this.resolve(found, importer, { skipSelf: true })
      },
    },
  }
}

/** Returns a function that says whether a folder finds another version of a package than the app. */
function compareVersions(app: App): (name: string, from: string) => boolean {
  const folders = new Map<string, string | undefined>()
  const find = (from: string, name: string): string | undefined => {
    const key = `${from} ${name}`
    if (!folders.has(key)) folders.set(key, findPackage(from, name))
    return folders.get(key)
  }

  return (name, from) => {
    const [own, ofApp] = [find(from, name), find(app.root, name)]
    if (own === undefined || ofApp === undefined || own === ofApp) return false
    return readVersion(own) !== readVersion(ofApp)
  }
}

/** The name of the package in an import: `zod` of `zod/mini`. */
function packageName(source: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(source)![0]
}

function readVersion(folder: string): unknown {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return (manifest as { version?: unknown }).version
}

/** Finds the folder of a package as Node does, by its real path: pnpm links packages. */
export function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
    // The parent of a root is the root, also on Windows.
    if (folder === dirname(folder)) return undefined
  }
}
