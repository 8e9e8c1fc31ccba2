import { join, relative } from 'node:path'
import type { ESTree, Plugin } from 'vite'
import { childNodes, parseModule, position, readImports } from './parse-module.ts'

/** The attribute with the place in the sources at which an element was written: `app/root.tsx:12`. */
export const sourceAttribute = 'data-framework-source'

/** Components of the framework that pass attributes on to their element. */
const forwarding = new Set(['Form', 'Link', 'NavLink'])

/** A plugin that writes the file and the line of each element into the HTML, for a check of the pages. */
export function markSources(): Plugin {
  let root = ''
  return {
    name: 'framework:mark-sources',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      const isOurs = file.startsWith(join(root, 'app/')) && /\.[jt]sx$/.test(file)
      if (isOurs) return { code: markElements(code, file, relative(root, file)), map: null }
    },
  }
}

/** Adds the attribute to the elements of a module. Lines stay where they are. */
export function markElements(code: string, file: string, name: string): string {
  const { program } = parseModule(code, file)
  const components = new Set(
    readImports(program)
      .filter((item) => item.from === 'framework' && forwarding.has(item.name))
      .map(({ local }) => local),
  )
  const marks: { at: number; line: string }[] = []
  const visit = (node: ESTree.Node): void => {
    if (node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier') {
      const { end, name: tag } = node.name
      if (/^[a-z]/.test(tag) || components.has(tag)) {
        marks.push({ at: node.typeArguments?.end ?? end, line: position(code, node.start) })
      }
    }
    childNodes(node).forEach(visit)
  }
  visit(program)

  let marked = code
  for (const { at, line } of marks.sort((a, b) => b.at - a.at)) {
    const source = JSON.stringify(`${name}:${line}`)
    marked = `${marked.slice(0, at)} ${sourceAttribute}={${source}}${marked.slice(at)}`
  }
  return marked
}
