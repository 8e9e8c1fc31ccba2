import { keyword, listOf, readSecrecy } from './json-schema.ts'
import type { JsonSchema, Shape } from './shape.ts'

/** A schema of the input, and the schema of the output at the same place. */
export interface Sides {
  readonly input: JsonSchema
  readonly output: JsonSchema | undefined
}

/** One alternative of a union: the schemas that a value must all fit. Their references have been followed. */
export type Alternative = readonly Sides[]

/** The keywords that join a schema with others. Most schemas have none. */
export const joins: readonly string[] = ['$ref', 'allOf', 'anyOf', 'oneOf']

/** The maximum number of combinations of unions, because they multiply. The members of further unions are not combined. */
const maxCombinations = 100

/**
 * Returns the alternatives of a value that must fit one alternative of each list. An empty list does not restrict the value.
 */
export function combine(
  lists: readonly Alternative[],
  others: readonly Alternative[],
): readonly Alternative[] {
  if (lists.length === 0 || others.length === 0) return [...lists, ...others]
  const hasSeveral = lists.length > 1 && others.length > 1
  if (hasSeveral && lists.length * others.length > maxCombinations) return [...lists, ...others]

  return lists.flatMap((list) => others.map((other) => [...list, ...other]))
}

/** Returns the schemas that a keyword lists, on both sides. */
export function sidesOf({ input, output }: Sides, name: string): Sides[] {
  const inputs = listOf(input, name)
  const outputs = listOf(output, name)
  const isSameLength = outputs.length === inputs.length
  return inputs.map((part, i) => ({ input: part, output: isSameLength ? outputs[i] : undefined }))
}

/** The facts from one alternative. */
export interface Facts {
  readonly types: unknown[]
  readonly members: unknown[]
  readonly arrays: JsonSchema[]
  /** The schemas that describe one object together. */
  readonly parts: Sides[]
  isFile: boolean
  isSecret: boolean | undefined
}

export function readFacts(alternative: Alternative): Facts {
  const facts: Facts = {
    types: [],
    members: [],
    arrays: [],
    parts: [],
    isFile: false,
    isSecret: undefined,
  }
  for (const sides of alternative) addFacts(sides, facts)
  return facts
}

function addFacts(sides: Sides, facts: Facts): void {
  const { input } = sides
  const type = keyword(input, 'type')
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const isFile = keyword(input, 'format') === 'binary' && types.includes('string')
  facts.isFile ||= isFile

  const list = keyword(input, 'enum')
  const members: unknown[] = Array.isArray(list) ? [...list] : []
  if (Object.hasOwn(input, 'const')) members.push(input['const'])
  facts.members.push(...members)
  // The strings of an enum do not allow other strings: with `'all' | number`, `3` is a number.
  const isAnyString = !isFile && members.length === 0
  for (const name of types) if (isAnyString || name !== 'string') facts.types.push(name)
  for (const member of members) {
    if (typeof member !== 'string') facts.types.push(member === null ? 'null' : typeof member)
  }

  if (types.includes('array')) facts.arrays.push(input)
  if (types.includes('object') || Object.hasOwn(input, 'properties')) facts.parts.push(sides)

  const isSecret = readSecrecy(input)
  if (isSecret === false) facts.isSecret = false
  else facts.isSecret ??= isSecret
}

function isNull({ types, members }: Facts): boolean {
  const isNullOnly = types.length > 0 && types.every((type) => type === 'null')
  return isNullOnly && members.every((member) => member === null)
}

/** Returns the alternatives other than `null`, unless `null` is the only one. */
export function withoutNull(
  alternatives: readonly Alternative[],
  facts: readonly Facts[],
): readonly Alternative[] {
  const others = alternatives.filter((_, i) => !isNull(facts[i]!))
  return others.length > 0 ? others : alternatives
}

/** Returns the schemas that all alternatives have. */
export function commonSchemas([first = [], ...others]: readonly Alternative[]): JsonSchema[] {
  return first
    .map(({ input }) => input)
    .filter((schema) => others.every((list) => list.some(({ input }) => input === schema)))
}

export function kindsOf(
  facts: readonly Facts[],
): Pick<
  Shape,
  'isFile' | 'isNullable' | 'isString' | 'number' | 'isBoolean' | 'members' | 'isScalar'
> {
  const types = new Set(facts.flatMap((own) => own.types))
  const isFile = facts.some((own) => own.isFile)
  const isString = types.has('string')
  const number = types.has('number') ? 'number' : types.has('integer') ? 'integer' : undefined
  const isBoolean = types.has('boolean')
  const members = sortMembers(new Set(facts.flatMap((own) => own.members)))
  const isScalar = isFile || isString || number !== undefined || isBoolean || members.length > 0

  return { isFile, isNullable: types.has('null'), isString, number, isBoolean, members, isScalar }
}

/** Strings first, because a form sends strings. */
function sortMembers(members: Iterable<unknown>): Shape['members'] {
  return Array.from(members)
    .filter((member) => typeof member !== 'object')
    .sort((a, b) => Number(typeof b === 'string') - Number(typeof a === 'string')) as string[]
}
