import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import type { OldApp } from './old-app.ts'
import { findReferences, isShadowed, type Reference } from './references.ts'
import type { SourceFile } from './source-file.ts'

const anyData: Readonly<Record<string, string>> = {
  useFetcher: '<any>',
  useRouteLoaderData: '<any>',
  createCookie: '<any>',
  createCookieSessionStorage: '<Record<string, any>>',
  createFileSessionStorage: '<Record<string, any>>',
  createMemorySessionStorage: '<Record<string, any>>',
  createSessionStorage: '<Record<string, any>>',
}
const handlers: Readonly<Record<string, string>> = {
  useLoaderData: 'loader',
  useActionData: 'action',
  useRouteData: 'loader',
}

const isOwn = (from: string): boolean => /^framework(?:\/compat)?$/.test(from)

/** Adds types to data that had a type without annotations before. Here it would be `unknown`. */
export function typeData(file: SourceFile, { from, major }: OldApp): void {
  if (!file.isTypeScript) return
  if (from === 'remix' && major === 1) {
    typeMeta(file)
    typeMatches(file)
    typeSubmissions(file)
  }
  typeErrors(file)
  const names = [...Object.keys(anyData), ...Object.keys(handlers), 'useCatch']
  for (const { name, node, parents } of file.uses(isOwn, names)) {
    const [call, outer] = parents
    if (call?.type !== 'CallExpression' || call.callee !== node) continue
    if (name === 'useCatch') {
      const { typeArguments } = call
      if (typeArguments) file.replace(typeArguments, '')
      if (outer?.type !== 'TSNonNullExpression') file.insert(call.end, '!')
    } else if (!call.typeArguments) {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      file.insert(
        node.end,
        handler ? `<${handlerType(file.program, handler, parents)}>` : anyData[name]!,
      )
    }
  }
}

/** The data of an error response was `any`. */
function typeErrors(file: SourceFile): void {
  for (const { parents } of file.uses(isOwn, ['ErrorResponse'])) {
    const [type, outer] = parents
    if (type?.type !== 'TSTypeReference') continue
    const isPart = outer?.type === 'TSArrayType' || outer?.type === 'TSIndexedAccessType'
    file.replace(
      type,
      isPart ? `(${file.text(type)} & { data: any })` : `${file.text(type)} & { data: any }`,
    )
  }
  for (const { parents: around } of file.uses(isOwn, ['isRouteErrorResponse'])) {
    const [call] = around
    const error = call?.type === 'CallExpression' ? call.arguments[0] : undefined
    if (error?.type !== 'Identifier') continue
    for (const { node, parents } of findUses(error.name, around)) {
      const [member, outer] = parents
      const isShown = outer?.type === 'JSXExpressionContainer' || outer?.type === 'MemberExpression'
      if (
        member?.type === 'MemberExpression' &&
        isShown &&
        file.text(member) === `${file.text(node)}.data`
      )
        file.replace(member, `(${file.text(member)} as any)`)
    }
  }
}

/** In Remix 1, the data of a `MetaFunction` was `any`. */
function typeMeta(file: SourceFile): void {
  for (const { parents } of file.uses((one) => one === 'framework', ['MetaFunction'])) {
    const [type] = parents
    if (type?.type === 'TSTypeReference' && !type.typeArguments) file.insert(type.end, '<any>')
  }
}

/** In Remix 1, the data and the handle of a match were `any`. */
function typeMatches(file: SourceFile): void {
  for (const { node, parents } of file.uses((one) => one === 'framework', ['useMatches'])) {
    const [call, outer] = parents
    if (call?.type !== 'CallExpression' || call.callee !== node) continue
    const type =
      outer?.type === 'TSAsExpression'
        ? undefined
        : file.import('UIMatch', 'framework/compat', true)
    if (!type) continue
    const typed = `${file.text(call)} as ${type}<any, any>[]`
    file.replace(call, outer?.type === 'VariableDeclarator' ? typed : `(${typed})`)
  }
}

/** In Remix 1, the submission of a transition or a fetcher was always a form. */
function typeSubmissions(file: SourceFile): void {
  const hooks = ['useTransition', 'useFetcher']
  for (const { parents: around } of file.uses((one) => one === 'framework', hooks)) {
    const [call, variable] = around
    if (call?.type !== 'CallExpression' || variable?.type !== 'VariableDeclarator') continue
    if (variable.id.type !== 'Identifier') continue
    for (const { parents } of findUses(variable.id.name, around)) {
      const [, form, read] = parents
      const isRead = read?.type === 'MemberExpression' && read.object === form && !read.optional
      if (isRead && /\.submission!?\??\.formData$/.test(file.text(form!)))
        file.insert(form!.end, '!')
    }
  }
}

/** The places in the function around a call that use a variable of that function. */
function findUses(name: string, parents: readonly ESTree.Node[]): readonly Reference[] {
  const body = parents.find((one, at) => /Function/.test(parents[at + 1]?.type ?? ''))
  if (body?.type !== 'BlockStatement') return []
  return findReferences({ type: 'Program', body: body.body } as never, new Set([name]))
}

/** Returns `typeof loader` if the module has a loader whose type includes its return value. */
function handlerType(
  program: ESTree.Program,
  name: string,
  parents: readonly ESTree.Node[],
): string {
  const handler = isShadowed(name, parents) ? undefined : findDeclaration(program, name)
  return handler && !handler.isAnnotated ? `typeof ${name}` : 'any'
}
