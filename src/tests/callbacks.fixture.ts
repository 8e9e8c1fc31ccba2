import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const src = join(import.meta.dirname, '..')

/**
 * Folders whose callbacks run in no server: browsers do not end when a promise rejects, and a command of a developer
 * should.
 */
const elsewhere = /^(?:tools|pages\/(?:react|client-router)|\w+\/\w+\/testing)\//

/** Types of callbacks that are not called options. */
const others = new Set(['ActionObject', 'EntryServerModule', 'Observer', 'RouteModule'])

/** Options that one of our files gives to another. `LoggerOptions` has those of `JsonOptions`. */
const internal = new Set(['DeferredOptions', 'InputOptions', 'JsonOptions'])

/**
 * Returns the callbacks that an app can give to the framework, from the types of the source: `CorsOptions.origin`. A member
 * counts if it may be a function.
 */
export function listCallbacks(): string[] {
  const { types, exported } = readTypes()
  return exported
    .filter((name) => (name.endsWith('Options') && !internal.has(name)) || others.has(name))
    .flatMap((name) =>
      Array.from(membersOf(types, name))
        .filter(([, member]) => mayBeFunction(types, member))
        .map(([member]) => `${name}.${member}`),
    )
    .sort()
}

type Types = ReadonlyMap<string, any>

/** All interfaces and type aliases of the source by name, and the exported ones of the folders that run in a server. */
function readTypes(): { types: Types; exported: string[] } {
  const types = new Map<string, any>()
  const exported = new Set<string>(others)
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.(?:test|test-d|fixture)\.tsx?$/.test(path)) continue
    const { program } = parseSync(path, readFileSync(join(src, path), 'utf8'))
    for (const statement of program.body) {
      const isExported = statement.type === 'ExportNamedDeclaration'
      const declared: any = isExported ? statement.declaration : statement
      if (!/^TS(?:Interface|TypeAlias)Declaration$/.test(declared?.type)) continue
      const { name } = declared.id
      if (!types.has(name) || isExported) types.set(name, declared)
      if (isExported && !elsewhere.test(path)) exported.add(name)
    }
  }
  return { types, exported: [...exported] }
}

/** The members of a type by name, with those of the types that it extends. */
function membersOf(types: Types, name: string): Map<string, any> {
  const declared = types.get(name)
  if (declared === undefined) return new Map()
  if (declared.type === 'TSTypeAliasDeclaration') return ownMembers(types, declared.typeAnnotation)

  const inherited = declared.extends.flatMap(({ expression, typeArguments }: any) => {
    const [base, omitted] = typeArguments?.params ?? []
    if (expression.name !== 'Omit') return [...membersOf(types, expression.name)]
    const without = new Set(literals(omitted))
    return [...membersOf(types, base.typeName.name)].filter(([member]) => !without.has(member))
  })
  return new Map([...inherited, ...ownMembers(types, declared.body)])
}

function ownMembers(types: Types, node: any): Map<string, any> {
  if (node.type === 'TSIntersectionType') {
    return new Map(node.types.flatMap((each: any) => [...ownMembers(types, each)]))
  }
  if (node.type === 'TSTypeReference') return membersOf(types, node.typeName.name)
  // `{ [Name in keyof Other]: … }`
  if (node.type === 'TSMappedType') {
    const names = membersOf(types, node.constraint.typeAnnotation.typeName.name).keys()
    return new Map(Array.from(names, (name) => [name, node.typeAnnotation]))
  }
  return new Map(
    (node.body ?? node.members ?? []).map((member: any) => [
      member.key?.name,
      member.type === 'TSMethodSignature' ? member : member.typeAnnotation?.typeAnnotation,
    ]),
  )
}

function mayBeFunction(types: Types, node: any): boolean {
  switch (node?.type) {
    case 'TSMethodSignature':
    case 'TSFunctionType':
      return true
    case 'TSParenthesizedType':
      return mayBeFunction(types, node.typeAnnotation)
    case 'TSUnionType':
      return node.types.some((each: any) => mayBeFunction(types, each))
    case 'TSTypeLiteral':
      return node.members.some((each: any) =>
        mayBeFunction(types, each.typeAnnotation?.typeAnnotation),
      )
    case 'TSTypeReference':
      return mayBeFunction(types, types.get(node.typeName.name)?.typeAnnotation)
    default:
      return false
  }
}

function literals(node: any): string[] {
  return node.type === 'TSUnionType' ? node.types.flatMap(literals) : [node.literal.value]
}
