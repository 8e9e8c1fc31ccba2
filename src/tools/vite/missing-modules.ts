import type { Environment, EnvironmentModuleNode, Plugin } from 'vite'
import { fileOf } from './read-module.ts'

/** An import that led to no file. */
interface MissingImport {
  readonly source: string
  /** The module with the import. A request for a module has none. */
  readonly importer: string | undefined
}

/**
 * Looks again for imports that led nowhere whenever a file appears or changes. Editors, formatters and Git take a file away for an
 * instant, and people write an import before its file.
 *
 * Vite's resolver remembers that a file is missing until one is added or removed, and a file that is soon back counts as
 * changed. On the server, Vite also keeps the importer with the import that leads nowhere.
 */
export function missingModules(): Plugin {
  const missing = new WeakMap<Environment, Map<string, MissingImport>>()

  return {
    name: 'framework:missing-modules',
    apply: 'serve',
    enforce: 'post',
    // The last plugin is asked only if no other one found the module.
    resolveId: {
      order: 'post',
      handler(source, importer, options) {
        if ((options as { scan?: boolean }).scan === true || isFromPackage(importer)) return
        const { environment } = this
        const found = missing.get(environment) ?? new Map<string, MissingImport>()
        missing.set(environment, found.set(`${importer} ${source}`, { source, importer }))
      },
    },
    hotUpdate: {
      order: 'pre',
      async handler({ type, file, modules }) {
        const { environment } = this
        const imports = missing.get(environment)
        if (imports === undefined || type === 'delete') return
        missing.delete(environment)
        if (type === 'update') {
          // To the resolver, a file that is there again is a new one.
          await environment.pluginContainer.watchChange(file, { event: 'create' })
        }

        const importers: EnvironmentModuleNode[] = []
        for (const { source, importer } of imports.values()) {
          // This plugin is asked again, and remembers what is still missing.
          const found = await environment.pluginContainer.resolveId(source, importer)
          if (found === null || importer === undefined) continue
          importers.push(...(environment.moduleGraph.getModulesByFile(fileOf(importer)) ?? []))
        }
        for (const module of importers) environment.moduleGraph.invalidateModule(module)
        return [...new Set([...modules, ...importers])]
      },
    },
  }
}

function isFromPackage(importer: string | undefined): boolean {
  return importer?.includes('/node_modules/') ?? false
}
