import type { ESTree, Logger, Plugin } from 'vite'
import type { App } from './app.ts'
import { childNodes, parseModule, position } from './parse-module.ts'

/**
 * Warns about `process.env` in code that the browser gets. Only the server has these values, so the two render
 * different HTML, and React says nothing about it in production.
 */
export function browserEnv(app: App): Plugin {
  let logger: Logger
  return {
    name: 'framework:browser-env',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    configResolved(config) {
      logger = config.logger
    },
    transform: {
      filter: { id: /\.[cm]?[jt]sx?(?:\?|$)/, code: 'process.env' },
      handler(code, id) {
        const file = id.replace(/[?#].*$/, '')
        if (!file.startsWith(`${app.directory}/`)) return

        const defined = Object.keys(this.environment.config.define ?? {})
        for (const { name, at } of findVariables(code, file)) {
          if (name === 'process.env.NODE_ENV' || defined.includes(name)) continue
          const place = `${file.slice(app.root.length + 1)}:${position(code, at)}`
          logger.warnOnce(
            `${place} reads ${name} in code that the browser gets. The browser has no such value, so it renders other HTML than the server. Return the value from a loader, or use a variable of import.meta.env whose name starts with VITE_.`,
          )
        }
      },
    },
  }
}

/** Finds where a module reads `process.env`. */
function findVariables(code: string, file: string): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  visit(parseModule(code, file).program)
  return found

  function visit(node: ESTree.Node): void {
    const name = memberName(node)
    if (name === 'process.env' || name?.startsWith('process.env.')) {
      found.push({ name, at: node.start })
    } else for (const child of childNodes(node)) visit(child)
  }
}

/** Returns `process.env.NAME` for a member expression, however it is written. */
function memberName(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined

  const { object, property, computed } = node
  const outer = memberName(object)
  if (outer === undefined) return undefined
  if (!computed && property.type === 'Identifier') return `${outer}.${property.name}`
  return property.type === 'Literal' ? `${outer}.${String(property.value)}` : outer
}
