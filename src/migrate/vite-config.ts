import type { ESTree } from 'vite'
import { findReferences, type Reference } from './references.ts'
import type { SourceFile } from './source-file.ts'

/** The options of the old tool that an app needs here. */
export interface OldOptions {
  basename?: string
  noExternal?: string
  /** The packages that the framework stands for, as code. */
  standsFor?: string
}

const isPlugin = /^(?:@react-router\/dev\/vite|@remix-run\/dev)$/

/** Options that need nothing here: they are the default, or only mean the old tool. */
const needless = new Set(
  'future ssr appDirectory buildDirectory serverBuildFile serverModuleFormat serverBuildPath serverBuildTarget serverPlatform serverMinify serverBuildDirectory browserBuildDirectory publicPath assetsBuildDirectory cacheDirectory devServerPort devServerBroadcastDelay ignoredRouteFiles routes postcss tailwind dev splitRouteModules routeDiscovery manifest watchPaths serverConditions serverMainFields serverNodeBuiltinsPolyfill browserNodeBuiltinsPolyfill allowedActionOrigins subResourceIntegrity presets'.split(
    ' ',
  ),
)

/** Reads a `remix.config` or `react-router.config`, or the options in a call of the old plugin. */
export function readOptions(file: SourceFile, node: ESTree.Node | undefined): OldOptions {
  const options: OldOptions = {}
  const object = node && findObject(file.program, node)
  for (const property of object?.properties ?? []) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const { name } = property.key
    const text = file.text(property.value)
    if (name === 'basename') options.basename = text
    else if (name === 'serverDependenciesToBundle')
      options.noExternal = text === '"all"' ? 'true' : text
    else if (name === 'appDirectory' && !/^["'](?:\.\/)?app\/?["']$/.test(text)) {
      throw new Error(
        `Cannot move the app: its folder is ${text}. Rename it to app/, change appDirectory, and commit.`,
      )
    } else if (!needless.has(name) || (name === 'ssr' && text === 'false')) {
      file.list(property, `The option ${name} is not in framework().`, 'the-configuration')
    }
  }
  return options
}

/** The object that a config exports: an object, `defineConfig({…})`, `{…} satisfies Config`, or a variable of one. */
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

/** What a config module exports: `export default …` or `module.exports = …`. */
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

/** Puts our plugin in the place of theirs. Other plugins stay. */
export function changeViteConfig(file: SourceFile, options: OldOptions): void {
  const names = ['reactRouter', 'vitePlugin', 'unstable_vitePlugin']
  const calls = file.uses((from) => isPlugin.test(from), names).map(({ parents }) => parents[0])
  for (const call of calls) {
    if (call?.type !== 'CallExpression') continue
    const own = readOptions(file, call.arguments[0])
    file.replace(call, `framework(${writeOptions({ ...options, ...own })})`)
  }
  removeUnused(file, calls)

  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && isPlugin.test(statement.source.value)) {
      const gone = statement.specifiers.filter(
        (one) =>
          one.type === 'ImportSpecifier' && names.includes((one.imported as { name: string }).name),
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

/** Removes the imports that only the replaced calls used, such as a convention of routes. */
function removeUnused(file: SourceFile, calls: readonly (ESTree.Node | undefined)[]): void {
  const isGone = ({ parents }: Reference): boolean => parents.some((one) => calls.includes(one))
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration' || isPlugin.test(statement.source.value)) continue
    const gone = statement.specifiers.filter(({ local }) => {
      const uses = findReferences(file.program, new Set([local.name]))
      return uses.length > 0 && uses.every(isGone)
    })
    if (gone.length === 0) continue
    if (gone.length === statement.specifiers.length) file.remove(statement)
    else if (statement.specifiers.every(({ type }) => type === 'ImportSpecifier'))
      file.removeEntries(gone, statement.specifiers)
  }
}

/** The config of an app that had its own compiler. */
export function createViteConfig(options: OldOptions, hasPaths: boolean): string {
  const lines = [
    `  plugins: [framework(${writeOptions(options)})],`,
    ...(hasPaths ? ['  resolve: { tsconfigPaths: true },'] : []),
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

/** `/about/` was the same page as `/about`. */
function writeOptions({ basename, standsFor }: OldOptions): string {
  const entries = [
    ...(basename === undefined || /^["']\/["']$/.test(basename) ? [] : [`basename: ${basename}`]),
    ...(standsFor === undefined ? [] : [`standsFor: ${standsFor}`]),
    "trailingSlash: 'ignore'",
  ]
  return `{ ${entries.join(', ')} }`
}
