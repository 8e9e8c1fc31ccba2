import type { ESTree } from 'vite'
import { declaredBy, findReferences } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { visit } from './look-around.ts'
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
 * Removes the parts of an entry that the framework does not need: the functions that render in `entry.server`, and the call
 * that hydrates the page. `handleError`, other statements and imports stay.
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
  const kept = new Set(
    others.filter((one) => declaredBy(one).includes('handleError') || isStatement(one)),
  )
  const effects = body.filter((one) => isOwnImport(one) && one.specifiers.length === 0)
  for (const one of kept) {
    for (const other of others) if (isUsed(declaredBy(other), one)) kept.add(other)
  }

  const removed = others.filter((one) => !kept.has(one))
  const isOwn = removed.some(
    (one) =>
      (one.type === 'ExportNamedDeclaration' && declaredBy(one).join() !== 'streamTimeout') ||
      setsHeader(file, one),
  )
  const needsOthers = body.some(
    (one) =>
      isOwnImport(one) &&
      removed.some((by) =>
        isUsed(
          one.specifiers.map(({ local }) => local.name),
          by,
        ),
      ),
  )
  if ((kept.size === 0 && effects.length === 0) || isOwn || needsOthers) return false
  for (const one of removed) file.remove(one)
  removeUnused(file, removed)
  return true
}

/** Whether a statement at the top of a module is there for its effect. */
function isStatement({ type }: ESTree.Node): boolean {
  return !type.endsWith('Declaration')
}

function isOwnImport(one: ESTree.Node): one is ESTree.ImportDeclaration {
  return one.type === 'ImportDeclaration' && !isKnown.test(one.source.value)
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

/** Says what an entry does besides the work of the framework, line by line. */
export function describeEntry(file: SourceFile): string {
  const isServer = file.path.includes('entry.server')
  const found = new Map<number, string>()
  const add = ({ start }: ESTree.Span, text: string): void => {
    const line = file.lineOf(start)
    if (!found.has(line)) found.set(line, text)
  }
  for (const one of file.program.body) {
    if (one.type !== 'ExportNamedDeclaration') continue
    for (const name of declaredBy(one)) {
      if (name === 'handleDataRequest') add(one, `${name} becomes middleware of app/router.ts`)
      else if (!/^(?:streamTimeout|handleError)$/.test(name)) add(one, `it exports ${name}`)
    }
  }
  const { program } = file
  visit(program, (node) => {
    if (node.type === 'JSXOpeningElement' && !isApp(file, node)) {
      const name = file.text(node.name)
      const render = isServer ? 'render(…) of the default export' : 'the option render of hydrate()'
      add(node, `<${name}> is around the app: it belongs into ${render}`)
    } else if (isHeader(file, node)) {
      add(node, `${file.text(node)} becomes middleware of app/router.ts`)
    }
  })
  const own = program.body.filter(isOwnImport).flatMap(({ specifiers }) => specifiers)
  const names = new Set(own.map(({ local }) => local.name))
  for (const { node, parents } of findReferences(program, names)) {
    if (!parents.some(({ type }) => type.startsWith('JSX'))) {
      add(node, `it uses ${file.text(node)}`)
    }
  }
  const lines = Array.from(found)
    .sort(([a], [b]) => a - b)
    .map(([line, text]) => `line ${line}: ${text}`)
  const rest = 'The rest is what the framework does: delete it.'
  return lines.length === 0
    ? 'This entry does more than the default one. Change it by hand, or delete it.'
    : `This entry does more than the default one. ${lines.join('; ')}. ${rest}`
}

/** Whether it renders more than the app, such as a provider. */
function hasOwnElement(file: SourceFile, node: ESTree.Node): boolean {
  return node.type === 'JSXOpeningElement' && !isApp(file, node)
    ? true
    : childNodes(node).some((child) => hasOwnElement(file, child))
}

/** Whether an element is the app itself, or only checks it. */
function isApp(file: SourceFile, { name }: ESTree.JSXOpeningElement): boolean {
  return /^(?:(?:React\.)?StrictMode|RemixBrowser|HydratedRouter|RemixServer|ServerRouter)$/.test(
    file.text(name),
  )
}

/** Whether it sets a header other than the type of the document. */
function setsHeader(file: SourceFile, node: ESTree.Node): boolean {
  return isHeader(file, node) || childNodes(node).some((child) => setsHeader(file, child))
}

/** Whether a node is a call that sets a header other than the type of the document. */
function isHeader(file: SourceFile, node: ESTree.Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const [name] = node.arguments
  return (
    /^(?:set|append|delete)$/.test(file.text(node.callee.property)) &&
    !(name && /^["']content-type["']$/i.test(file.text(name)))
  )
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
