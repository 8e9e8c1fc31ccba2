import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import { findReferences } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { childNodes } from '../src/tools/vite/shared.ts'

type Middleware = ESTree.Function | ESTree.ArrowFunctionExpression

/** Changes middleware to the signature of this framework. Adds a `next()` if the old router called it automatically. */
export function changeMiddleware(file: SourceFile): void {
  for (const middleware of findMiddleware(file)) {
    const unsure = changeContext(file, middleware) ?? changeNext(file, middleware)
    if (unsure !== undefined) file.list(middleware, unsure, 'middleware')
  }
}

/** The functions in `export const middleware = […]`, and those with the type of middleware. */
function findMiddleware(file: SourceFile): Set<Middleware> {
  const { program } = file
  const found = new Set<Middleware>()
  const add = (node: ESTree.Node | null | undefined): void => {
    if (node?.type === 'Identifier') add(findDeclaration(program, node.name)?.node)
    else if (node?.type === 'ArrayExpression') for (const one of node.elements) add(one)
    else if (node && /^(?:Arrow)?Function/.test(node.type)) found.add(node as Middleware)
  }

  add(findDeclaration(program, 'middleware')?.node)
  for (const { parents } of file.uses((from) => from === 'framework', ['RouteMiddleware'])) {
    const declarator = parents.find(({ type }) => type === 'VariableDeclarator')
    if (declarator?.type === 'VariableDeclarator') add(declarator.init)
  }
  return found
}

/** Changes the first parameter to the context itself. Returns a message about a use that cannot be changed. */
function changeContext(file: SourceFile, { params, body }: Middleware): string | undefined {
  const [args] = params
  if (args === undefined || !body) return undefined
  if (args.type === 'Identifier') {
    const inside = { type: 'Program', body: [body] } as never
    for (const { node, parents } of findReferences(inside, new Set([args.name]))) {
      const [member] = parents
      if (member?.type !== 'MemberExpression' || member.object !== node || member.computed) {
        return `This middleware passes on ${args.name}, which is the context here.`
      }
      if ((member.property as { name?: string }).name === 'context') {
        file.replace({ start: node.end, end: member.end }, '')
      }
    }
    return undefined
  }
  if (args.type !== 'ObjectPattern') return 'The first parameter of middleware is the context here.'

  const own = args.properties.find(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'context',
  )
  if (own?.type !== 'Property') return undefined
  const others = args.properties.filter((one) => one !== own)
  if (own.value.type !== 'Identifier' || body.type !== 'BlockStatement') {
    return 'The first parameter of middleware is the context here.'
  }
  const { name } = own.value
  const type = args.typeAnnotation ? file.text(args.typeAnnotation) : ''
  file.replace(args, file.text(args).startsWith('{') && type ? `${name}${type}` : name)
  if (others.length > 0) {
    const names = others.map((one) => file.text(one)).join(', ')
    file.insertFirst(body, [`const { ${names} } = ${name}`])
  }
  return undefined
}

/** Adds `next()` where the function returns nothing, if it never calls `next` itself. */
function changeNext(file: SourceFile, { params, body }: Middleware): string | undefined {
  if (!body) return undefined
  if (body.type !== 'BlockStatement') {
    return params.length > 1 ? undefined : 'Middleware must return a response here: return next().'
  }
  const [args, next] = params
  const returns = ownReturns(body)
  const bare = returns.filter(
    ({ argument }) => argument === null || file.text(argument) === 'undefined',
  )
  const isOpen = !/^(?:Return|Throw)Statement$/.test(body.body.at(-1)?.type ?? '')
  if (next !== undefined) {
    const name = next.type === 'Identifier' ? next.name : ''
    const uses = findReferences({ type: 'Program', body: [body] } as never, new Set([name]))
    const isAlways = uses.some(({ parents }) => isTopLevel(parents))
    if (uses.length > 0) {
      return bare.length > 0 || (isOpen && !isAlways)
        ? 'This middleware calls next() on some paths only. The others must return a response or next().'
        : undefined
    }
  }

  if (!isOpen && bare.length === 0) return undefined
  const name = next?.type === 'Identifier' ? next.name : 'next'
  if (next === undefined) {
    if (findReferences({ type: 'Program', body: [body] } as never, new Set(['next'])).length > 0) {
      return 'Middleware must return a response here: return next().'
    }
    if (args === undefined) return 'Middleware must return a response here: return next().'
    file.insert(args.end, ', next')
  }
  for (const { start, argument } of bare) {
    const end = argument?.end ?? start + 'return'.length
    file.replace({ start, end }, `return ${name}()`)
  }
  if (isOpen) {
    const last = body.body.at(-1)
    const line = `${startOfLine(file, body)}return ${name}()${file.semicolon}`
    file.insert(last?.end ?? body.start + 1, line)
  }
  return undefined
}

/** Whether a statement of the body itself makes the call. Then it always happens, unless the function returns before it. */
function isTopLevel(parents: readonly ESTree.Node[]): boolean {
  const inner = parents.slice(0, -2)
  return inner.every(
    ({ type }) =>
      !/^(?:If|Switch|Try|For|While|Do|Conditional|Logical|Arrow|Function|Catch)/.test(type),
  )
}

function ownReturns(node: ESTree.Node): ESTree.ReturnStatement[] {
  if (node.type === 'ReturnStatement') return [node]
  return childNodes(node)
    .filter(({ type }) => !/Function|Class/.test(type))
    .flatMap(ownReturns)
}

function startOfLine(file: SourceFile, body: ESTree.BlockStatement): string {
  const first = body.body[0]
  const indent = first ? /[ \t]*$/.exec(file.code.slice(0, first.start))![0] : ''
  return file.newline + (indent || file.indent)
}
