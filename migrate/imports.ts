import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ESTree } from 'vite'
import { frameworkFolder } from './framework-folder.ts'
import { findReferences } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { childNodes, parseModule } from '../src/tools/vite/shared.ts'

/** Whether an app needs a package of Remix or React Router while it runs. Their tools and adapters do not count. */
export function isPeer(from: string): boolean {
  return /^(?:remix|react-router(?:-dom)?(?:\/dom)?|@remix-run\/(?:react|node|router|server-runtime|cloudflare|cloudflare-pages|deno|testing)(?:\/globals)?|@react-router\/(?:node|cloudflare|architect))$/.test(
    from,
  )
}

/** Names that the framework has under another name or in another folder. */
const renamed: Readonly<Record<string, readonly [from: string, name: string]>> = {
  createContext: ['framework/fetch-router', 'createContextKey'],
  unstable_createContext: ['framework/fetch-router', 'createContextKey'],
  MiddlewareFunction: ['framework', 'RouteMiddleware'],
  unstable_MiddlewareFunction: ['framework', 'RouteMiddleware'],
  Params: ['framework', 'RouteParams'],
  ServerRuntimeMetaFunction: ['framework', 'MetaFunction'],
  ServerRuntimeMetaArgs: ['framework', 'MetaArgs'],
  V2_MetaArgs: ['framework', 'MetaArgs'],
  V2_MetaDescriptor: ['framework', 'MetaDescriptor'],
  unstable_useBlocker: ['framework', 'useBlocker'],
}

/** Names that an app does not need here: tools of development, and globals of Node. */
const gone = new Set(
  'LiveReload installGlobals broadcastDevReady logDevReady Response Request Headers FormData fetch File Blob'.split(
    ' ',
  ),
)
const tools = new Set(['LiveReload', 'installGlobals', 'broadcastDevReady', 'logDevReady'])

/** The advice for names that the framework does not have. */
const advice: Readonly<Record<string, string>> = {
  AppLoadContext: 'put the value on the context with middleware in app/router.ts',
  RouterContextProvider: 'middleware in app/router.ts puts values on the context',
  createRoutesStub: 'use renderRoute() of framework/testing/react, or createTestApp()',
  createRemixStub: 'use renderRoute() of framework/testing/react, or createTestApp()',
  defer: 'return the promise as a member of the data: later(() => …)',
  unstable_parseMultipartFormData: 'use parseFormData() of framework/form-data-parser',
  unstable_createMemoryUploadHandler: 'parseFormData() calls your function for each file',
  unstable_createFileUploadHandler: 'parseFormData() calls your function for each file',
  unstable_composeUploadHandlers: 'parseFormData() calls your function for each file',
  MaxPartSizeExceededError: 'parseFormData() throws a MaxFileSizeExceededError',
  UploadHandler: 'parseFormData() calls your function for each file',
  writeAsyncIterableToWritable: 'call file.stream() in the function that parseFormData() calls',
  createRequestHandler: 'app/router.ts is the front router, for middleware and other routes',
  href: 'use href() of framework, with the pattern of the page: an optional param is "(/:lang)"',
  matchPath: 'use route.match(url) of a route map',
  useMatch: 'use useParams(), useMatches() or NavLink',
  unstable_useRoute: 'use useRouteLoaderData(id)',
  unstable_useRouterState: 'use useLocation(), useParams() and useNavigation()',
  useOutlet: 'render <Outlet />',
  resolvePath: 'use useResolvedPath(to), or new URL(to, from)',
  useAsyncValue: 'the function in <Await> gets the value',
  RemixBrowser: 'call hydrate() of framework/react, or delete the file',
  HydratedRouter: 'call hydrate() of framework/react, or delete the file',
  RemixServer: 'the default export of app/entry.server.tsx gets an element to render',
  ServerRouter: 'the default export of app/entry.server.tsx gets an element to render',
  ErrorBoundaryComponent: 'remove the type: the props are ErrorBoundaryProps',
}

/** Changes the imports and exports of a module from packages of Remix and React Router to `framework`. */
export function moveImports(file: SourceFile): void {
  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && isPeer(statement.source.value)) {
      moveImport(file, statement)
    } else if (
      statement.type === 'ExportNamedDeclaration' &&
      isPeer(statement.source?.value ?? '')
    ) {
      moveExport(file, statement)
    } else if (statement.type === 'ExportAllDeclaration' && isPeer(statement.source.value)) {
      moveSource(file, statement.source)
      const { quote, semicolon, newline } = file
      file.insert(
        statement.end,
        `${newline}export * from ${quote}framework/compat${quote}${semicolon}`,
      )
    }
  }
  moveSources(file, file.program)
}

/** Joins two imports from the same package, if both only list names. */
export function joinImports(file: SourceFile): void {
  const imports = file.program.body.filter(
    (one): one is ESTree.ImportDeclaration =>
      one.type === 'ImportDeclaration' &&
      /^framework(?:\/|$)/.test(one.source.value) &&
      one.specifiers.length > 0 &&
      one.specifiers.every(({ type }) => type === 'ImportSpecifier') &&
      !/\/[/*]/.test(file.text(one)),
  )
  const groups = Map.groupBy(imports, (one) => `${one.importKind ?? 'value'} ${one.source.value}`)
  for (const [first, ...others] of groups.values()) {
    if (others.length === 0) continue
    const all = [first!, ...others].flatMap(({ specifiers }) => specifiers)
    const names = Array.from(new Set(all.map((one) => file.text(one))))
    const line = `{ ${names.join(', ')} }`
    const { start } = first!.specifiers[0]!
    const from = file.code.lastIndexOf('{', start)
    const to = file.code.indexOf('}', first!.specifiers.at(-1)!.end) + 1
    const isLong = first!.end - first!.start - (to - from) + line.length > 80
    const lines = names.map((name) => `${file.indent}${name},${file.newline}`).join('')
    file.replace({ start: from, end: to }, isLong ? `{${file.newline}${lines}}` : line)
    for (const other of others) file.remove(other)
  }
}

function moveImport(file: SourceFile, statement: ESTree.ImportDeclaration): void {
  const { specifiers, source } = statement
  const [first] = specifiers
  if (first === undefined) return file.remove(statement)
  if (first.type === 'ImportNamespaceSpecifier') return moveNamespace(file, first, source)

  const targets = specifiers.map((one) => ({ one, target: targetOf(file, one, source.value) }))
  const places = targets.flatMap(({ target }) => (Array.isArray(target) ? [target[0]] : []))
  const isWhole = targets.every(({ target }) => target !== undefined)
  // Most names of a statement come from the same new package. The statement stays for them.
  const place = isWhole ? (places.includes('framework') ? 'framework' : places[0]) : undefined
  if (place !== undefined) moveSource(file, source, place)
  else if (isWhole) return file.remove(statement)

  const isHere = (target: Target): boolean => Array.isArray(target) && target[0] === place
  const gone = targets.filter(({ target }) => target !== undefined && !isHere(target))
  file.removeEntries(
    gone.map(({ one }) => one),
    specifiers,
  )
  for (const { one, target } of targets) {
    if (target === undefined || target === 'gone' || one.type !== 'ImportSpecifier') continue
    const isType = statement.importKind === 'type' || one.importKind === 'type'
    const entry = renameUses(file, one, target[1])
    if (!isHere(target)) file.importEntry(target[0], entry, isType)
    else if (entry !== file.text(one).replace(/^type /, '')) {
      file.replace(one, one.importKind === 'type' ? `type ${entry}` : entry)
    }
  }
}

/** The new package and name, `'gone'`, or `undefined` if the name stays and is listed. */
type Target = readonly [from: string, name: string] | 'gone' | undefined

function targetOf(
  file: SourceFile,
  specifier: ESTree.ImportDeclarationSpecifier,
  from: string,
): Target {
  const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'
  if (name === 'href' && inlineLinks(file, specifier.local.name)) return 'gone'
  const isOther = name === 'href' && !hasOurPatterns(file, specifier.local.name)
  const target = isOther ? undefined : findTarget(name)
  if (target === undefined) {
    file.list(specifier, `${name} of ${from} is not in framework. ${adviceFor(name)}`, 'names')
  } else if (target === 'gone' && !removeUses(file, specifier.local.name, name)) {
    file.list(specifier, `${name} is not needed here. Remove it.`, 'names')
    return undefined
  }
  return target
}

/** Whether each call of `href()` has a pattern that means the same here. An optional part is written in another way. */
function hasOurPatterns(file: SourceFile, local: string): boolean {
  return findReferences(file.program, new Set([local])).every(({ node, parents: [call] }) => {
    if (call?.type !== 'CallExpression' || call.callee !== node) return false
    const [path] = call.arguments
    return path !== undefined && isLiteral(path) && !path.value.includes('?')
  })
}

/** Replaces `href('/about')` by `'/about'`. Returns `false` if a call is not as simple, such as with params. */
function inlineLinks(file: SourceFile, local: string): boolean {
  const links = findReferences(file.program, new Set([local])).map(({ node, parents: [call] }) => {
    if (call?.type !== 'CallExpression' || call.callee !== node) return undefined
    const [path, params] = call.arguments
    const isFixed = path && !params && isLiteral(path) && /^\/(?:[^:*?]*[^:*?/])?$/.test(path.value)
    return isFixed ? { call, path } : undefined
  })
  if (links.includes(undefined)) return false
  for (const { call, path } of links as Exclude<(typeof links)[number], undefined>[]) {
    file.replace(call, file.text(path))
  }
  return true
}

/** Changes the places that use a name to its new name. Returns the text for the import. */
function renameUses(
  file: SourceFile,
  { local, imported }: ESTree.ImportSpecifier,
  name: string,
): string {
  if (name === nameOf(imported)) return local.name === name ? name : `${name} as ${local.name}`
  // The new name may have another meaning in this file.
  const isTaken = new RegExp(`\\b${name}\\b`).test(file.code)
  if (local.name !== nameOf(imported) || isTaken) return `${name} as ${local.name}`

  for (const { node, parents } of findReferences(file.program, new Set([local.name]))) {
    const [parent] = parents
    if (parent?.type === 'ExportSpecifier') {
      file.replace(parent, `${name} as ${nameOf(parent.exported)}`)
    } else if (parent?.type === 'Property' && parent.shorthand) {
      file.replace(parent, `${local.name}: ${name}`)
    } else {
      file.replace({ start: node.start, end: node.start + local.name.length }, name)
      // The types with a new name have other type arguments.
      if (parent?.type === 'TSTypeReference' && parent.typeArguments)
        file.replace(parent.typeArguments, '')
    }
  }
  return name
}

function moveNamespace(
  file: SourceFile,
  { local }: ESTree.ImportNamespaceSpecifier,
  source: ESTree.StringLiteral,
): void {
  for (const { node, parents } of findReferences(file.program, new Set([local.name]))) {
    const [parent] = parents
    const member =
      parent?.type === 'TSQualifiedName'
        ? parent.right
        : parent?.type === 'MemberExpression' || parent?.type === 'JSXMemberExpression'
          ? parent.property
          : undefined
    const name = member && 'name' in member ? String(member.name) : undefined
    const target = name === undefined ? undefined : findTarget(name)
    if (Array.isArray(target) && target[0] === 'framework' && target[1] === name) continue
    file.list(
      node,
      `${file.text(parent ?? node)} is not in framework. ${adviceFor(name ?? '')}`,
      'names',
    )
  }
  moveSource(file, source)
}

function moveExport(file: SourceFile, statement: ESTree.ExportNamedDeclaration): void {
  const homes = statement.specifiers.map(({ local }) => homeOf(nameOf(local)))
  const [home] = homes
  if (home && homes.every((one) => one === home)) return moveSource(file, statement.source!, home)
  const others = statement.specifiers.filter((_, at) => homes[at] !== 'framework')
  for (const one of others) {
    const name = nameOf(one.local)
    file.list(
      one,
      `${name} of ${statement.source!.value} is not in framework. ${adviceFor(name)}`,
      'names',
    )
  }
}

/** Returns the entry that has a name, if it is the same name here. */
function homeOf(name: string): string | undefined {
  const target = findTarget(name)
  const isSame = Array.isArray(target) && target[1] === name
  return isSame && /^framework(?:\/compat)?$/.test(target[0]) ? target[0] : undefined
}

/** Changes `import('…')`, `import('…').Type` and the package that a test replaces, as in `vi.mock('…')`. */
function moveSources(file: SourceFile, node: ESTree.Node): void {
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
    const isMoved = isLiteral(node.source) && isPeer(node.source.value)
    const name = node.type === 'TSImportType' && node.qualifier ? file.text(node.qualifier) : ''
    if (isMoved) moveSource(file, node.source, homeOf(name))
  } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const [given] = node.arguments
    const isMock = /^(?:vi|jest)\.(?:do|un|doUn)?(?:[mM]ock|importActual|importMock|requireActual)$/
    if (given && isLiteral(given) && isPeer(given.value) && isMock.test(file.text(node.callee))) {
      moveSource(file, given)
    }
  }
  for (const child of childNodes(node)) moveSources(file, child)
}

function moveSource(file: SourceFile, source: ESTree.Span, to = 'framework'): void {
  file.replace({ start: source.start + 1, end: source.end - 1 }, to)
}

function findTarget(name: string): Target {
  if (gone.has(name)) return 'gone'
  if (Object.hasOwn(renamed, name)) return renamed[name]
  const from = ownNames().get(name)
  return from === undefined ? undefined : [from, name]
}

let names: Map<string, string> | undefined

/** Returns the values and types that `framework` and `framework/compat` export, with their entry, from its sources. */
function ownNames(): ReadonlyMap<string, string> {
  names ??= new Map([
    ...exportsOf('src/pages/compat/index.ts').map((name) => [name, 'framework/compat'] as const),
    ...exportsOf('src/index.ts').map((name) => [name, 'framework'] as const),
  ])
  return names
}

function exportsOf(file: string): string[] {
  const entry = readFileSync(join(frameworkFolder, file), 'utf8')
  return parseModule(entry, 'index.ts').program.body.flatMap((one) =>
    one.type === 'ExportNamedDeclaration'
      ? one.specifiers.map((entry) => nameOf(entry.exported))
      : [],
  )
}

/** Removes the places that use a removed name. Returns `false` if one of them cannot be removed. */
function removeUses(file: SourceFile, local: string, name: string): boolean {
  if (!tools.has(name)) return local === name
  const places = findReferences(file.program, new Set([local])).map(({ parents }) =>
    placeOf(parents),
  )
  if (places.includes(undefined)) return false
  for (const place of new Set(places)) file.remove(place!)
  return true
}

/** Returns the statement or the child of an element that only exists for this use. */
function placeOf(parents: readonly ESTree.Node[]): ESTree.Node | undefined {
  const [call, statement, block] = parents
  if (call?.type === 'CallExpression' && statement?.type === 'ExpressionStatement') {
    return block?.type === 'Program' || block?.type === 'BlockStatement' ? statement : undefined
  }

  let place: ESTree.Node | undefined
  for (const [at, node] of parents.entries()) {
    const outer = parents[at + 1]
    const isKept = /^(?:JSX(?:Opening|Closing)Element|LogicalExpression|ConditionalExpression)$/
    if (node.type === 'JSXElement' || node.type === 'JSXExpressionContainer') place = node
    else if (!isKept.test(node.type)) return undefined
    if (place === node && (outer?.type === 'JSXElement' || outer?.type === 'JSXFragment'))
      return place
  }
  return undefined
}

function adviceFor(name: string): string {
  if (ownNames().get(name) === 'framework/compat') return 'Import it from framework/compat.'
  const found = Object.hasOwn(advice, name) ? advice[name] : undefined
  return found === undefined ? 'See the table of names.' : `Instead, ${found}.`
}

function nameOf(node: ESTree.ModuleExportName): string {
  return 'name' in node ? node.name : node.value
}

function isLiteral(node: ESTree.Node): node is ESTree.StringLiteral {
  return node.type === 'Literal' && typeof node.value === 'string'
}
