import type { ESTree } from 'vite'
import type { SourceFile } from './source-file.ts'
import { childNodes } from '../vite/shared.ts'

/** Whether `entry.client` or `entry.server` only does what the framework does without it. */
export function isPlainEntry(file: SourceFile): boolean {
  const isKnown =
    /^(?:remix|@remix-run\/[\w-]+|react-router(?:-dom)?(?:\/dom)?|@react-router\/[\w-]+|react|react-dom(?:\/\w+)?|isbot|node:\w+|stream|crypto)$/
  const isServer = file.path.includes('entry.server')
  const exported: string[] = []
  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && !isKnown.test(statement.source.value))
      return false
    if (statement.type !== 'ExportNamedDeclaration') continue
    exported.push(...(statement.declaration ? namesOf(statement.declaration) : ['*']))
  }
  if (exported.some((name) => name !== 'streamTimeout')) return false
  return isServer ? !setsHeader(file, file.program) : !hasEffect(file, file.program)
}

function namesOf(declaration: ESTree.Node): string[] {
  return declaration.type === 'VariableDeclaration'
    ? declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : '*'))
    : ['*']
}

/** Whether it sets a header other than the type of the document. */
function setsHeader(file: SourceFile, node: ESTree.Node): boolean {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const isSet = /^(?:set|append|delete)$/.test(file.text(node.callee.property))
    const [name] = node.arguments
    if (isSet && !(name && /^["']content-type["']$/i.test(file.text(name)))) return true
  }
  return childNodes(node).some((child) => setsHeader(file, child))
}

/** Whether it calls something else than what hydrates the page, or assigns a value. */
function hasEffect(file: SourceFile, node: ESTree.Node): boolean {
  if (node.type === 'AssignmentExpression' || node.type === 'NewExpression') return true
  if (node.type === 'CallExpression') {
    const name = file.text(node.callee).replace(/^(?:window|React|ReactDOM)\./, '')
    if (!/^(?:startTransition|hydrate|hydrateRoot|requestIdleCallback|setTimeout)$/.test(name))
      return true
  }
  return childNodes(node).some((child) => hasEffect(file, child))
}
