import type { ESTree } from 'vite'
import { findDeclaration } from './find-declaration.ts'
import { findReferences, topNames, type Reference } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { readImports } from '../src/tools/vite/shared.ts'

/** The options of the old tool that an app needs here. */
export interface OldOptions {
  basename?: string
  noExternal?: string
  /** The packages that the framework replaces, as code. */
  standsFor?: string
}

/** The names of configuration files of the old tools. */
export const isOldConfig = /^(?:remix|react-router)\.config\.[cm]?[jt]s$/

/** The names of configuration files of Vite and Vitest. */
export const isViteConfig = /^vite(?:st)?\.config\.[cm]?[jt]s$/

const isPlugin = /^(?:@react-router\/dev\/vite|@remix-run\/dev)$/

/** Options that need no change: they have the default value, or only concern the old tool. */
const needless = new Set(
  'future ssr appDirectory buildDirectory serverBuildFile serverModuleFormat serverBuildPath serverBuildTarget serverPlatform serverMinify serverBuildDirectory browserBuildDirectory publicPath assetsBuildDirectory cacheDirectory devServerPort devServerBroadcastDelay ignoredRouteFiles routes postcss tailwind dev splitRouteModules routeDiscovery manifest watchPaths serverConditions serverMainFields serverNodeBuiltinsPolyfill browserNodeBuiltinsPolyfill allowedActionOrigins subResourceIntegrity presets'.split(
    ' ',
  ),
)

/**
 * Reads a `remix.config` or `react-router.config`, or the options in a call of the old plugin.
 *
 * @returns The options, and whether these are all
 */
export function readOptions(
  file: SourceFile,
  node: ESTree.Node | undefined,
): OldOptions & { isWhole: boolean } {
  const options: OldOptions = {}
  const entries = readEntries(file, node)
  let isWhole = entries !== undefined
  for (const [name, given] of entries ?? []) {
    const value = resolveConstant(file, given)
    const text = file.text(value)
    const isNeeded = name === 'basename' || name === 'serverDependenciesToBundle'
    if (isNeeded && findReferences(inProgram(value), topNames(file.program)).length > 0) {
      isWhole = false
    } else if (name === 'basename') options.basename = text
    else if (name === 'serverDependenciesToBundle')
      options.noExternal = /^["']all["']$/.test(text) ? 'true' : text
    else if (name === 'appDirectory' && !/^["'](?:\.\/)?app\/?["']$/.test(text)) {
      throw new Error(
        `Cannot move the app: its folder is ${text}. Rename it to app/, change appDirectory, and commit.`,
      )
    } else if (!needless.has(name) || (name === 'ssr' && text === 'false')) {
      file.list(given, `The option ${name} is not in framework().`, 'the-configuration')
    }
  }
  return { ...options, isWhole }
}

/** Returns the options of the old tool in a configuration file: one list for each call of its plugin. */
export function findOldOptions(file: SourceFile): ReturnType<typeof readEntries>[] {
  if (isOldConfig.test(file.path)) return [readEntries(file, exportedValue(file.program))]
  return findPluginCalls(file).flatMap((call) =>
    call.arguments.length === 0 ? [] : [readEntries(file, call.arguments[0])],
  )
}

/** Returns the names and values of an object, or `undefined` if they are calculated. */
function readEntries(
  file: SourceFile,
  node: ESTree.Node | undefined,
): [name: string, value: ESTree.Node][] | undefined {
  const object = node && findObject(file.program, node)
  const entries = object?.properties.map((property): [string, ESTree.Node] | undefined => {
    if (property.type !== 'Property' || property.computed) return undefined
    const { key } = property
    return [key.type === 'Literal' ? String(key.value) : file.text(key), property.value]
  })
  return entries?.includes(undefined) ? undefined : entries?.map((entry) => entry!)
}

/** Returns the value of a constant of the file that is written as a literal, or the node itself. */
function resolveConstant(file: SourceFile, node: ESTree.Node): ESTree.Node {
  const value = node.type === 'Identifier' && findDeclaration(file.program, node.name)?.node
  return value && value.type === 'Literal' ? value : node
}

function inProgram(node: ESTree.Node): ESTree.Program {
  return { type: 'Program', body: [node] } as never
}

function findPluginCalls(file: SourceFile): ESTree.CallExpression[] {
  return file
    .uses((from) => isPlugin.test(from), pluginNames)
    .flatMap(({ parents: [call] }) => (call?.type === 'CallExpression' ? [call] : []))
}

const pluginNames = ['reactRouter', 'vitePlugin', 'unstable_vitePlugin']

/**
 * Returns the object that a config exports: an object, `defineConfig({…})`, `{…} satisfies Config`, or a variable of one.
 */
export function findObject(
  program: ESTree.Program,
  node: ESTree.Node,
): ESTree.ObjectExpression | undefined {
  switch (node.type) {
    case 'ObjectExpression':
      return node
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return findObject(program, node.expression)
    case 'CallExpression':
      return node.arguments[0] && findObject(program, node.arguments[0])
    case 'ArrowFunctionExpression':
      return findObject(program, node.body)
    case 'Identifier':
      for (const statement of program.body) {
        if (statement.type !== 'VariableDeclaration') continue
        const found = statement.declarations.find(
          ({ id }) => id.type === 'Identifier' && id.name === node.name,
        )
        if (found?.init) return findObject(program, found.init)
      }
      return undefined
    default:
      return undefined
  }
}

/** Returns the value that a config module exports: `export default …` or `module.exports = …`. */
export function exportedValue({ body }: ESTree.Program): ESTree.Node | undefined {
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    if (expression.type === 'AssignmentExpression' && expression.left.type === 'MemberExpression') {
      return expression.right
    }
  }
  return undefined
}

/**
 * Replaces the plugin of the old tool with our plugin. Other plugins stay, unless they need the old router, because Node
 * could not load them.
 *
 * @param needsRouter Whether the package of an import needs the old router
 */
export function changeViteConfig(
  file: SourceFile,
  options: OldOptions,
  needsRouter: (from: string) => boolean,
): void {
  const calls = findPluginCalls(file)
  for (const call of calls) {
    const [given] = call.arguments
    const { isWhole, ...own } = readOptions(file, given)
    if (given && !isWhole) {
      file.list(
        given,
        `These options are calculated, so not all of them were read: ${file.text(given)}`,
        'the-configuration',
      )
    }
    file.replace(call, `framework(${writeOptions({ ...options, ...own })})`)
  }
  importTestConfig(file)
  removeUnused(file, [...calls, ...removePlugins(file, calls, needsRouter)])

  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && isPlugin.test(statement.source.value)) {
      const gone = statement.specifiers.filter(
        (one) =>
          one.type === 'ImportSpecifier' &&
          pluginNames.includes((one.imported as { name: string }).name),
      )
      const others = statement.specifiers.filter((one) => !gone.includes(one))
      for (const one of others) {
        const uses = findReferences(file.program, new Set([one.local.name]))
        for (const { node } of uses)
          file.list(
            node,
            `${one.local.name} of ${statement.source.value} is not in framework.`,
            'the-configuration',
          )
      }
      if (others.length === 0) file.remove(statement)
      else file.removeEntries(gone, statement.specifiers)
      if (gone.length > 0) file.importEntry('framework/vite', 'framework', false)
    } else if (
      statement.type === 'TSModuleDeclaration' &&
      /^["']@remix-run\//.test(file.text(statement.id))
    ) {
      file.remove(statement)
    }
  }
}

/** The types of Vite have no option `test`. Those of Vitest do. */
function importTestConfig(file: SourceFile): void {
  const value = exportedValue(file.program)
  const names = (value && readEntries(file, value))?.map(([name]) => name) ?? []
  const home = file.program.body.find(
    (one): one is ESTree.ImportDeclaration =>
      one.type === 'ImportDeclaration' && one.source.value === 'vite',
  )
  if (!home || !names.includes('test')) return
  const isAlone =
    home.specifiers.length === 1 && /\bdefineConfig$/.test(file.text(home.specifiers[0]!))
  if (isAlone) {
    file.replace({ start: home.source.start + 1, end: home.source.end - 1 }, 'vitest/config')
  } else {
    file.list(home, 'Import defineConfig from vitest/config, whose types have test.', 'packages')
  }
}

/** Removes the entries of `plugins` that need the old router. Returns them. */
function removePlugins(
  file: SourceFile,
  replaced: readonly (ESTree.Node | undefined)[],
  needsRouter: (from: string) => boolean,
): ESTree.Node[] {
  const removed = new Map<ESTree.ArrayExpression, ESTree.Node[]>()
  for (const { local, from } of readImports(file.program)) {
    if (isPlugin.test(from) || !needsRouter(from)) continue
    for (const { node, parents } of findReferences(file.program, new Set([local]))) {
      const isType = parents[0]?.type === 'TSTypeReference'
      if (isType || parents.some((one) => replaced.includes(one))) continue
      const [entry, list] = findPlugin(parents) ?? []
      if (list) removed.set(list, [...(removed.get(list) ?? []), entry!])
      const advice = list ? 'It is no longer in the plugins.' : 'Remove it.'
      file.list(node, `${local} of ${from} needs the old router. ${advice}`, 'the-configuration')
    }
  }
  for (const [list, entries] of removed) {
    file.removeEntries(
      entries,
      list.elements.filter((one) => one !== null),
    )
  }
  return [...removed.values()].flat()
}

/** Returns the entry of `plugins` that only exists for this use: a call, perhaps with a condition around it. */
function findPlugin(
  parents: readonly ESTree.Node[],
): [entry: ESTree.Node, list: ESTree.ArrayExpression] | undefined {
  const at = parents.findIndex(({ type }) => type === 'ArrayExpression')
  const [list, owner] = parents.slice(at)
  const isList = owner?.type === 'Property' && 'name' in owner.key && owner.key.name === 'plugins'
  const isAlone = parents
    .slice(0, Math.max(at, 0))
    .every(
      (one) =>
        /^(?:Call|Logical|Parenthesized|Await)Expression$|^SpreadElement$/.test(one.type) ||
        (one.type === 'ConditionalExpression' &&
          [one.consequent, one.alternate].some((part) => isNothing(part))),
    )
  const isFound = at > 0 && isList && isAlone && list?.type === 'ArrayExpression'
  return isFound ? [parents[at - 1]!, list] : undefined
}

function isNothing(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return node.value === null || node.value === false
  if (node.type === 'ArrayExpression') return node.elements.length === 0
  return node.type === 'Identifier' && node.name === 'undefined'
}

/** Removes the imports that only the removed code used, such as a convention of routes. */
export function removeUnused(
  file: SourceFile,
  removed: readonly (ESTree.Node | undefined)[],
): void {
  const isGone = ({ parents }: Reference): boolean => parents.some((one) => removed.includes(one))
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration' || isPlugin.test(statement.source.value)) continue
    const gone = statement.specifiers.filter(({ local }) => {
      const uses = findReferences(file.program, new Set([local.name]))
      return uses.length > 0 && uses.every(isGone)
    })
    if (gone.length === 0) continue
    const kept = statement.specifiers.filter((one) => !gone.includes(one))
    if (kept.length === 0) file.remove(statement)
    else if (kept.every((one) => 'importKind' in one && one.importKind === 'type')) {
      // If only types in braces are left, Node would still load the package.
      const types = kept.map((one) => file.text(one).replace(/^type\s+/, '')).join(', ')
      file.replace(statement, `import type { ${types} } from ${file.text(statement.source)}`)
    } else if (statement.specifiers.every(({ type }) => type === 'ImportSpecifier'))
      file.removeEntries(gone, statement.specifiers)
  }
}

/**
 * Creates the config for an app that had the compiler of Remix.
 *
 * @param resolve The option `resolve` as code, if the app needs it
 */
export function createViteConfig(options: OldOptions, resolve: string | undefined): string {
  const lines = [
    `  plugins: [framework(${writeOptions(options)})],`,
    ...(resolve === undefined ? [] : [`  resolve: ${resolve},`]),
    ...(options.noExternal === undefined ? [] : [`  ssr: { noExternal: ${options.noExternal} },`]),
  ]
  return [
    "import { framework } from 'framework/vite'",
    "import { defineConfig } from 'vite'",
    '',
    'export default defineConfig({',
    ...lines,
    '})',
    '',
  ].join('\n')
}

/** With these options, `/about/` is the same page as `/about`, as in the old app. */
function writeOptions({ basename, standsFor }: OldOptions): string {
  const entries = [
    ...(basename === undefined || /^["']\/["']$/.test(basename) ? [] : [`basename: ${basename}`]),
    ...(standsFor === undefined ? [] : [`standsFor: ${standsFor}`]),
    "trailingSlash: 'ignore'",
  ]
  return `{ ${entries.join(', ')} }`
}
