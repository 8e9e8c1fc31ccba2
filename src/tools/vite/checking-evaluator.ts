import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  ESModulesEvaluator,
  ssrImportKey,
  type EvaluatedModuleNode,
  type ModuleRunnerContext,
} from 'vite/module-runner'
import { excerptOf } from './error-page.ts'

type Import = (
  url: string,
  metadata?: { readonly importedNames?: readonly string[] },
) => Promise<Record<string, unknown>>

/**
 * Runs modules as Vite does, but refuses to import a name that the other module does not export, as browsers and the build
 * do. Otherwise the name would be `undefined`, and a later line would fail with another message.
 */
export class CheckingEvaluator extends ESModulesEvaluator {
  readonly #root: string

  constructor(root: string) {
    super()
    this.#root = root
  }

  override async runInlinedModule(
    context: ModuleRunnerContext,
    code: string,
    module?: Readonly<EvaluatedModuleNode>,
  ): Promise<void> {
    const load = context[ssrImportKey] as Import
    const check: Import = async (url, metadata) => {
      const exports = await load(url, metadata)
      const missing = metadata?.importedNames?.find((name) => !(name in exports))
      // In a cycle, the other module may not have run yet. Vite seals the exports of a module that has run.
      if (missing !== undefined && Object.isSealed(exports)) {
        throw this.#missingExport(missing, url, module?.file)
      }
      return exports
    }
    const checked = { ...context, [ssrImportKey]: check }
    await super.runInlinedModule(checked as ModuleRunnerContext, code)
  }

  #missingExport(name: string, url: string, importer: string | undefined): Error {
    const from = url.replace(/^\/(?!@)/, '').replace(/\?.*/, '')
    const by = importer && relative(this.#root, importer)
    const error = new SyntaxError(
      `Cannot import "${name}" from ${from}: it has no such export. Export it there, or correct the name${by ? ` in ${by}` : ''}.`,
    )
    // The frames of the stack would be files of this package and of Vite.
    error.stack = String(error)
    const loc = importer && findName(importer, name)
    return loc ? Object.assign(error, { loc, frame: excerptOf(loc) }) : error
  }
}

/** Finds the first place at which a file has a name. That place is in an import. */
function findName(
  file: string,
  name: string,
): { file: string; line: number; column: number } | undefined {
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.split(/[^\w$]+/).includes(name))
  return at === -1 ? undefined : { file, line: at + 1, column: lines[at]!.indexOf(name) + 1 }
}
