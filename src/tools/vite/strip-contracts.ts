import type { ESTree } from 'vite'
import { childNodes, parseModule, position, readImports, usedNames } from './parse-module.ts'
import { blank, findUnused, moduleNames, type Range } from './strip-exports.ts'

/** The helpers whose second argument is a contract. */
const verbs =
  /^(?:(?:get|head|post|put|patch|del|options|any)|create(?:Get|Head|Post|Put|Patch|Delete|Options|Any)Route)$/
/** The helpers whose options have a contract, each with the name of that option. */
const helpers: Readonly<Record<string, string>> = {
  form: 'contract',
  createFormRoutes: 'contract',
  resource: 'contracts',
  createResourceRoutes: 'contracts',
  resources: 'contracts',
  createResourcesRoutes: 'contracts',
}

/**
 * Removes the contracts of routes, and the imports, functions and variables that only they use. The browser needs routes
 * only for links.
 *
 * Removed code becomes white space. The rest keeps its position, so the result needs no source map.
 *
 * @param code JavaScript or TypeScript, with or without JSX
 * @param file The file, for messages and for the language
 * @param warn Called for a call whose contract cannot be found
 * @throws {SyntaxError} If the code cannot be parsed
 */
export async function stripContracts(
  code: string,
  file: string,
  warn: (message: string) => void,
): Promise<string> {
  if (!code.includes('framework/routes')) return code

  const module = parseModule(code, file)
  const names = importedHelpers(module.program)
  if (names.size === 0) return code

  const contracts: string[] = []
  const ranges: Range[] = []
  visit(module.program)
  if (ranges.length === 0) return code

  const uses = await usedNames(contracts.join('\n'), moduleNames(module), file)
  const rest = parseModule(blank(code, ranges), file)
  return blank(rest.code, await findUnused(rest, uses))

  function visit(node: ESTree.Node): void {
    if (node.type === 'CallExpression') {
      const helper = helperOf(node.callee, names)
      if (helper !== undefined) readCall(node, helper)
    }
    for (const child of childNodes(node)) visit(child)
  }

  function readCall(call: ESTree.CallExpression, helper: string): void {
    const [pattern, second] = call.arguments
    if (pattern === undefined || second === undefined) {
      if (pattern?.type === 'SpreadElement') warnOfUnknown(call, helper)
    } else if ([pattern, second].some(({ type }) => type === 'SpreadElement'))
      warnOfUnknown(call, helper)
    else if (verbs.test(helper)) remove(`(${textOf(second)})`, pattern.end, second.end)
    else if (second.type !== 'ObjectExpression') warnOfUnknown(call, helper)
    else readOptions(call, second, helper)
  }

  function readOptions(
    call: ESTree.CallExpression,
    options: ESTree.ObjectExpression,
    helper: string,
  ): void {
    for (const property of options.properties) {
      if (property.type === 'SpreadElement') {
        warnOfUnknown(call, helper)
        continue
      }
      const { computed, end, key, start } = property
      const name =
        key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined
      if (computed || name !== helpers[helper]) continue

      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
      remove(`({ ${textOf(property)} })`, start, end + comma)
    }
  }

  function remove(contract: string, start: number, end: number): void {
    contracts.push(`;${contract}`)
    ranges.push([start, end])
  }

  function textOf({ start, end }: ESTree.Node): string {
    return code.slice(start, end)
  }

  function warnOfUnknown({ start }: ESTree.CallExpression, helper: string): void {
    warn(
      `Cannot find the contract of ${helper}() at ${file}:${position(code, start)}, so the browser may get the schema library. Write the arguments and options in the call itself.`,
    )
  }
}

/** The helpers of `framework/routes` by their local names. `*` before a name is a namespace. */
function importedHelpers(program: ESTree.Program): Map<string, string> {
  const names = readImports(program)
    .filter(({ from, name }) => from === 'framework/routes' && (name === '*' || isHelper(name)))
    .map(({ local, name }) => [name === '*' ? `*${local}` : local, name] as const)
  return new Map(names)
}

function isHelper(name: string): boolean {
  return verbs.test(name) || Object.hasOwn(helpers, name)
}

function helperOf(callee: ESTree.Node, names: ReadonlyMap<string, string>): string | undefined {
  if (callee.type === 'Identifier') return names.get(callee.name)
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  const { object, property } = callee
  const isOurs = object.type === 'Identifier' && names.has(`*${object.name}`)
  const name = property.type === 'Identifier' ? property.name : ''

  return isOurs && isHelper(name) ? name : undefined
}
