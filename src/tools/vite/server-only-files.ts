import { readFile } from 'node:fs/promises'
import { createIdResolver, type Environment, type ESTree, type Plugin } from 'vite'
import type { App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { fileOf } from './read-module.ts'
import { childNodes, parseModule } from './parse-module.ts'
import { checkNamedFile, mistake, nameOf, remember } from './server-only-modules.ts'
import { styleReferences } from './style-references.ts'

/**
 * Refuses server files that browser code does not import, but names: in `new URL('./x.json', import.meta.url)`, and in
 * stylesheets. Vite reads such a file without asking any plugin.
 */
export function serverOnlyFiles(app: App): Plugin[] {
  return [scriptFiles(app), styleFiles(app)]
}

function scriptFiles(app: App): Plugin {
  return {
    // Vite replaces the expressions after this plugin, because this one has no `enforce`.
    name: 'framework:server-only-urls',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: {
        id: { exclude: /\/node_modules\// },
        code: /\bnew\s+URL\s*\([^]*?import\.meta\.url/,
      },
      async handler(code, id) {
        for (const { url, isWorker } of findUrls(code, id)) {
          const file = await findNamedFile(app, this.environment, url, id)
          if (file === undefined) continue
          // A worker is built like a page. Any other file is sent as it is.
          if (isWorker) remember(app, file, id)
          else if (serverNames(app, file) !== undefined) {
            throw mistake(
              `Cannot use the URL of ${nameOf(app, file)} in ${nameOf(app, id)}: the text of a route module contains server code. Use the URL of a file without server code instead.`,
            )
          }
        }
        return undefined
      },
    },
  }
}

function styleFiles(app: App): Plugin {
  return {
    name: 'framework:server-only-styles',
    // Vite replaces imports and URLs of a stylesheet in one step, so this plugin is before Vite's.
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\.(?:css|s[ac]ss|less|styl|stylus|pcss|postcss|sss)(?:\?|$)/ },
      async handler(code, id) {
        const { environment } = this
        const seen = new Set<string>()
        await visit(code, id)
        return undefined

        /** Follows imports, because only the first stylesheet of a chain is a module. */
        async function visit(styles: string, importer: string): Promise<void> {
          const file = fileOf(importer)
          if (seen.has(file) || !file.startsWith(`${app.directory}/`)) return
          seen.add(file)
          for (const { url, isImport } of styleReferences(styles)) {
            const next = await findNamedFile(app, environment, url, importer)
            if (!isImport || next === undefined) continue
            remember(app, next, importer)
            await visit(await readFile(next, 'utf8').catch(() => ''), next)
          }
        }
      },
    },
  }
}

const resolvers = new WeakMap<Environment, ReturnType<typeof createIdResolver>>()

/**
 * Finds the file that a URL names, as Vite does: next to the importer first.
 *
 * @throws {Error} If the file is only for the server
 */
async function findNamedFile(
  app: App,
  environment: Environment,
  url: string,
  importer: string,
): Promise<string | undefined> {
  if (/^(?:[\w+-]+:|\/\/|#)/.test(url)) return undefined
  let resolve = resolvers.get(environment)
  if (resolve === undefined) {
    const options = { preferRelative: true, tryIndex: false, extensions: [] }
    resolve = createIdResolver(environment.getTopLevelConfig(), options)
    resolvers.set(environment, resolve)
  }
  const found = await resolve(environment as Parameters<typeof resolve>[0], url, fileOf(importer))
  const file = found === undefined ? undefined : fileOf(found)
  await checkNamedFile(app, environment, url, importer, file)

  return file
}

interface FoundUrl {
  readonly url: string
  /** Whether the URL is the script of a worker. */
  readonly isWorker: boolean
}

/** Finds `new URL('./x.json', import.meta.url)`. Vite converts a template with variables to an `import.meta.glob()`. */
function findUrls(code: string, id: string): FoundUrl[] {
  const found: FoundUrl[] = []
  visit(parseModule(code, fileOf(id)).program, false)
  return found

  function visit(node: ESTree.Node, isWorker: boolean): void {
    const url = node.type === 'NewExpression' ? urlOf(node, code) : undefined
    if (url !== undefined) found.push({ url, isWorker })
    const isInWorker = node.type === 'NewExpression' && /^(?:Shared)?Worker$/.test(calleeOf(node))
    for (const child of childNodes(node)) visit(child, isInWorker)
  }
}

function calleeOf({ callee }: ESTree.NewExpression): string {
  return callee.type === 'Identifier' ? callee.name : ''
}

function urlOf(node: ESTree.NewExpression, code: string): string | undefined {
  const [url, base] = node.arguments
  if (calleeOf(node) !== 'URL' || url === undefined || base === undefined) return undefined
  if (code.slice(base.start, base.end).replace(/\s/g, '') !== 'import.meta.url') return undefined

  if (url.type === 'Literal' && typeof url.value === 'string') return url.value
  return url.type === 'TemplateLiteral' && url.expressions.length === 0
    ? (url.quasis[0]!.value.cooked ?? undefined)
    : undefined
}
