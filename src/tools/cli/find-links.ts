import { actionMethods, isOwnPath } from '../../internal/http/http.ts'
import { childNodes, parseModule, position, readImports } from '../vite/shared.ts'
import type { ESTree } from 'vite'

/** A literal path in the sources of an app. */
export interface FoundLink {
  /** The source text, such as `/books/${slug}`. */
  readonly text: string
  /** The texts between the holes. A literal without holes has one text. */
  readonly parts: readonly string[]
  /** The method with which the link is used, if it can be known. */
  readonly method: string | undefined
  /** The function of the app that gets the path, such as `pathIn`. The link is what it returns. */
  readonly helper?: string | undefined
  /** `line:column`. */
  readonly at: string
}

/**
 * Finds the literal paths in links, forms, redirects and navigations, also as an argument of a function of the app. Other
 * computed paths are not found.
 *
 * @param code A module in JavaScript or TypeScript, with or without JSX
 * @param file Its name
 * @throws {SyntaxError} If the code cannot be read
 */
export function findLinks(code: string, file: string): FoundLink[] {
  const { program } = parseModule(code, file)
  const names = readNames(program)
  const links: FoundLink[] = []

  const add = (node: ESTree.Node | null | undefined, method: string | undefined) => {
    const at = position(code, node?.start ?? 0)
    const addParts = (parts: string[], helper?: string) => {
      if (isOwnPath(parts[0])) links.push({ text: parts.join('${…}'), parts, method, at, helper })
    }
    for (const parts of literalsOf(node)) addParts(parts)
    for (const { callee, arguments: args } of helperCallsOf(node, names)) {
      for (const parts of args.flatMap(literalsOf)) addParts(parts, callee.name)
    }
  }
  const addPattern = (node: ESTree.Node | undefined) => {
    for (const [text, ...others] of literalsOf(node)) {
      if (others.length > 0 || !isOwnPath(text)) continue
      // A link may leave out what is optional, and a param is a hole.
      const parts = text.replaceAll(/\([^()]*\)/g, '').split(/:\w+|\*/)
      links.push({ text, parts, method: 'GET', at: position(code, node!.start) })
    }
  }
  const visit = (node: ESTree.Node) => {
    if (node.type === 'JSXElement') {
      // A form with a field of this name is handled as another method.
      const isOverridden = code.slice(node.start, node.end).includes('_method')
      visitElement(node.openingElement, names, isOverridden, add)
    } else if (node.type === 'CallExpression') visitCall(node, names, add, addPattern)
    childNodes(node).forEach(visit)
  }
  visit(program)

  return links
}

type Add = (node: ESTree.Node | null | undefined, method: string | undefined) => void

/** The meaning of local names: an export of the framework, or the result of one of its hooks. */
type Names = ReadonlyMap<string, string>

function readNames(program: ESTree.Program): Names {
  const names = new Map<string, string>()
  for (const { from, local, name } of readImports(program)) {
    if (/^framework(?:\/|$)/.test(from) && name !== '*') names.set(local, name)
  }

  const visit = (node: ESTree.Node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      const { init } = node
      if (init?.type === 'CallExpression' && init.callee.type === 'Identifier') {
        const hook = names.get(init.callee.name)
        if (hook?.startsWith('use')) names.set(node.id.name, hook)
      }
    }
    childNodes(node).forEach(visit)
  }
  visit(program)

  return names
}

function visitElement(
  element: ESTree.JSXOpeningElement,
  names: Names,
  isOverridden: boolean,
  add: Add,
): void {
  const attribute = (name: string) =>
    element.attributes.find(
      (item) =>
        item.type === 'JSXAttribute' &&
        item.name.type === 'JSXIdentifier' &&
        item.name.name === name,
    ) as ESTree.JSXAttribute | undefined
  const isSpread = element.attributes.some(({ type }) => type === 'JSXSpreadAttribute')

  switch (kindOf(element.name, names)) {
    case 'a':
      return add(attribute('href')?.value, 'GET')
    case 'Link':
    case 'NavLink':
      return add(attribute('to')?.value, 'GET')
    case 'PrefetchPageLinks':
      return add(attribute('page')?.value, 'GET')
    case 'form':
    case 'Form':
      return add(
        attribute('action')?.value,
        isOverridden
          ? undefined
          : methodOf(attribute('method')?.value, isSpread ? undefined : 'GET'),
      )
  }
}

/** Returns the name of an HTML element, or the exported name of a component of the framework. */
function kindOf(name: ESTree.JSXElementName, names: Names): string | undefined {
  if (name.type === 'JSXIdentifier') {
    return /^[a-z]/.test(name.name) ? name.name : names.get(name.name)
  }
  const isFetcher =
    name.type === 'JSXMemberExpression' &&
    name.object.type === 'JSXIdentifier' &&
    names.get(name.object.name) === 'useFetcher'
  return isFetcher ? name.property.name : undefined
}

function visitCall(
  { callee, arguments: args }: ESTree.CallExpression,
  names: Names,
  add: Add,
  addPattern: (node: ESTree.Node | undefined) => void,
): void {
  const submit = () => {
    const options = args[1]
    if (options?.type !== 'ObjectExpression') return
    add(property(options, 'action'), methodOf(property(options, 'method'), undefined))
  }

  if (callee.type === 'Identifier') {
    switch (names.get(callee.name)) {
      case 'redirect':
      case 'redirectDocument':
      case 'replace':
      case 'useNavigate':
        return add(args[0], 'GET')
      case 'useSubmit':
        return submit()
      case 'href':
        return addPattern(args[0])
    }
  }
  if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
    if (names.get(callee.object.name) !== 'useFetcher') return
    if (callee.property.type !== 'Identifier') return
    if (callee.property.name === 'load') add(args[0], 'GET')
    if (callee.property.name === 'submit') submit()
  }
}

function property(object: ESTree.ObjectExpression, name: string): ESTree.Node | undefined {
  for (const item of object.properties) {
    if (item.type !== 'Property' || item.key.type !== 'Identifier') continue
    if (item.key.name === name) return item.value
  }
  return undefined
}

const methods: readonly string[] = ['GET', ...actionMethods]

/** The literal method, `missing` if there is none, or `undefined` if it is computed or unknown. */
function methodOf(
  node: ESTree.Node | null | undefined,
  missing: string | undefined,
): string | undefined {
  if (node === null || node === undefined) return missing
  const [only, ...others] = literalsOf(node)
  const method = only?.length === 1 && others.length === 0 ? only[0]!.toUpperCase() : ''
  return methods.includes(method) ? method : undefined
}

/** Returns the texts that an expression may have, each split at its holes. */
function literalsOf(node: ESTree.Node | null | undefined): string[][] {
  return valuesOf(node).flatMap((value) => {
    switch (value.type) {
      case 'Literal':
        return typeof value.value === 'string' ? [[value.value]] : []
      case 'TemplateLiteral':
        return [value.quasis.map(({ value: text }) => text.cooked ?? text.raw)]
      default:
        return []
    }
  })
}

interface HelperCall {
  readonly callee: { readonly name: string }
  readonly arguments: readonly ESTree.Node[]
}

/** Returns the calls that an expression may be, of functions that are not of the framework. */
function helperCallsOf(node: ESTree.Node | null | undefined, names: Names): HelperCall[] {
  return valuesOf(node).flatMap((value) =>
    value.type === 'CallExpression' &&
    value.callee.type === 'Identifier' &&
    !names.has(value.callee.name)
      ? [{ callee: value.callee, arguments: value.arguments }]
      : [],
  )
}

/** Returns the expressions of which one is the value of this one. */
function valuesOf(node: ESTree.Node | null | undefined): ESTree.Node[] {
  switch (node?.type) {
    case 'ConditionalExpression':
      return [...valuesOf(node.consequent), ...valuesOf(node.alternate)]
    case 'LogicalExpression':
      return [...valuesOf(node.left), ...valuesOf(node.right)]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return valuesOf(node.expression)
    default:
      return node ? [node] : []
  }
}
