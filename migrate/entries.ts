import type { ESTree } from 'vite'
import { declaredBy, findReferences } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { removeUnused } from './vite-config.ts'
import { childNodes } from '../src/tools/vite/shared.ts'

/** The packages that the entries of a template import. */
const isKnown =
  /^(?:remix|@remix-run\/[\w-]+|react-router(?:-dom)?(?:\/dom)?|@react-router\/[\w-]+|react|react-dom(?:\/\w+)?|isbot|node:\w+|stream|crypto)$/

/** Whether `entry.client` or `entry.server` only does the work that the framework does without it. */
export function isPlainEntry(file: SourceFile): boolean {
  const isServer = file.path.includes('entry.server')
  const exported: string[] = []
  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && !isKnown.test(statement.source.value))
      return false
    if (statement.type !== 'ExportNamedDeclaration') continue
    exported.push(...(statement.declaration ? declaredBy(statement) : ['*']))
  }
  if (exported.some((name) => name !== 'streamTimeout')) return false
  return isServer ? !setsHeader(file, file.program) : !hasEffect(file, file.program)
}

/**
 * Removes the parts of an entry that the framework does not need: everything in `entry.server` except `handleError`, and the
 * call that hydrates the page.
 *
 * @returns `false` if the entry does other work, and was not changed
 */
export function reduceEntry(file: SourceFile): boolean {
  return file.path.includes('entry.server') ? reduceServer(file) : reduceClient(file)
}

function reduceServer(file: SourceFile): boolean {
  const { body } = file.program
  const others = body.filter(({ type }) => type !== 'ImportDeclaration')
  const isUsed = (names: readonly string[], by: ESTree.Node): boolean =>
    findReferences({ type: 'Program', body: [by] } as never, new Set(names)).length > 0
  const kept = new Set(others.filter((one) => declaredBy(one).includes('handleError')))
  for (const one of kept) {
    for (const other of others) if (isUsed(declaredBy(other), one)) kept.add(other)
  }

  const removed = others.filter((one) => !kept.has(one))
  const isOwn = removed.some(
    (one) =>
      one.type === 'ExpressionStatement' ||
      (one.type === 'ExportNamedDeclaration' && declaredBy(one).join() !== 'streamTimeout') ||
      setsHeader(file, one),
  )
  const needsOthers = body.some(
    (one) =>
      one.type === 'ImportDeclaration' &&
      !isKnown.test(one.source.value) &&
      removed.some((by) =>
        isUsed(
          one.specifiers.map(({ local }) => local.name),
          by,
        ),
      ),
  )
  if (kept.size === 0 || isOwn || needsOthers) return false
  for (const one of removed) file.remove(one)
  removeUnused(file, removed)
  return true
}

function reduceClient(file: SourceFile): boolean {
  const { body } = file.program
  const call = body.find(
    (one) =>
      one.type === 'ExpressionStatement' && /\bhydrateRoot\(\s*document,/.test(file.text(one)),
  )
  const isPlain = call && !hasEffect(file, call) && !hasOwnElement(file, call)
  const isFree = !body.some(({ type }) => type === 'ExportDefaultDeclaration')
  const hydrate = isPlain && isFree ? file.import('hydrate', 'framework/react') : undefined
  if (hydrate === undefined) return false
  file.replace(call!, `export default ${hydrate}()${file.semicolon}`)
  removeUnused(file, [call])
  return true
}

/** Whether it renders more than the app, such as a provider. */
function hasOwnElement(file: SourceFile, node: ESTree.Node): boolean {
  const isApp = /^(?:(?:React\.)?StrictMode|RemixBrowser|HydratedRouter)$/
  return node.type === 'JSXOpeningElement' &&
    !isApp.test(
      file
        .text(node)
        .slice(1, -1)
        .replace(/\s*\/$/, ''),
    )
    ? true
    : childNodes(node).some((child) => hasOwnElement(file, child))
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

/** Whether it calls more than the functions that hydrate the page, or assigns a value. */
function hasEffect(file: SourceFile, node: ESTree.Node): boolean {
  if (node.type === 'AssignmentExpression' || node.type === 'NewExpression') return true
  if (node.type === 'CallExpression') {
    const name = file.text(node.callee).replace(/^(?:window|React|ReactDOM)\./, '')
    if (!/^(?:startTransition|hydrate|hydrateRoot|requestIdleCallback|setTimeout)$/.test(name))
      return true
  }
  return childNodes(node).some((child) => hasEffect(file, child))
}
