import type { Schema } from '../../contract/index.ts'
import { readJsonSchemas, resolveRef, type JsonSchema } from '../../contract/shared.ts'
import { copyValue } from './copy-value.ts'
import { matchingText } from './matching-text.ts'
import type { Random } from './random.ts'
import { sampleFile } from './sample-file.ts'

/** How values are chosen: examples, the smallest, the largest, or any. */
const modes = ['example', 'least', 'most', 'any', 'any'] as const
type Mode = (typeof modes)[number]

/** No value is nested deeper, except if the schema requires it. */
const maxDepth = 4

/**
 * Creates values that a schema accepts, by its JSON Schema: examples first, then both ends of each range, then others.
 *
 * @returns Different values. The list is empty if the schema does not describe itself, or is too special
 */
export async function validValues(schema: Schema, random: Random): Promise<unknown[]> {
  const root = readJsonSchemas(schema)?.input
  if (root === undefined) return []

  const values = new Map<string, unknown>()
  for (const mode of modes) {
    // A pattern may need more than one try.
    for (let i = 0; i < 4; i++) {
      const value = createValue(root, root, mode, random, 0)
      if (!(await accepts(schema, value))) continue
      values.set(JSON.stringify(value, describeFile) ?? '', value)
      break
    }
  }
  return Array.from(values.values())
}

function describeFile(_: string, value: unknown): unknown {
  return value instanceof File ? `${value.name} ${value.type} ${value.size}` : value
}

/** A value of the right shape, even if the schema refuses it. */
export function draftValue(schema: Schema, random: Random): unknown {
  const root = readJsonSchemas(schema)?.input
  return root === undefined ? {} : createValue(root, root, 'most', random, 0)
}

/** Whether a schema accepts a value. */
export async function accepts(schema: Schema, value: unknown): Promise<boolean> {
  try {
    // A schema may change what it gets.
    return !(await schema['~standard'].validate(copyValue(value))).issues
  } catch {
    return false // A schema that throws is found when it is sent.
  }
}

function createValue(
  schema: JsonSchema,
  root: JsonSchema,
  mode: Mode,
  random: Random,
  depth: number,
): unknown {
  const of = (part: JsonSchema): unknown => createValue(part, root, mode, random, depth + 1)
  const target = resolveRef(root, schema['$ref'])
  if (target !== undefined) return of(target)

  const { examples, enum: members, anyOf, oneOf, allOf } = schema as Lists
  if (mode === 'example' && examples?.length) return random.pick(examples)
  if ('const' in schema) return schema['const']
  if (members?.length) return pickBy(members, mode, random)
  const union = anyOf ?? oneOf
  if (union?.length) {
    const own = of(pickBy(union, mode, random))
    return schema['properties'] ? { ...createObject(schema), ...(own as object) } : own
  }
  if (allOf?.length) return joinValues([createOwn(), ...allOf.map(of)])

  return createOwn()

  function createOwn(): unknown {
    const { type } = schema
    const named = Array.isArray(type) ? type.find((name) => name !== 'null') : type
    switch (named ?? (schema['properties'] ? 'object' : undefined)) {
      case 'string':
        return schema['format'] === 'binary'
          ? createSampleFile(schema, mode, random)
          : createText(schema, mode, random)
      case 'integer':
      case 'number':
        return createNumber(schema, mode, random, named === 'integer')
      case 'boolean':
        return mode === 'least' ? false : mode === 'most' || random.below(2) === 0
      case 'null':
        return null
      case 'array':
        return createArray(schema)
      case 'object':
        return createObject(schema)
      default:
        return allOf ? {} : random.pick(['text', '2026-01-02', 1, true])
    }
  }

  function createArray({ prefixItems, items, minItems = 0, maxItems = 1_000 }: Lists): unknown[] {
    const first = (prefixItems ?? []).map(of)
    const wish = depth > maxDepth ? 0 : mode === 'least' ? 0 : 1 + random.below(3)
    const count = Math.min(Math.max(wish, minItems, first.length), maxItems, 50)
    const rest = typeof items === 'object' ? items : {}
    return [...first, ...Array.from({ length: count - first.length }, () => of(rest))]
  }

  function createObject({ properties = {}, required = [] }: Lists): Record<string, unknown> {
    const isWanted = (name: string): boolean =>
      required.includes(name) ||
      (depth <= maxDepth && (mode === 'most' || (mode !== 'least' && random.below(2) === 0)))
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => isWanted(name))
        .map(([name, property]) => [name, of(property)]),
    )
  }
}

/** The keywords that have lists or objects. */
interface Lists {
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly prefixItems?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function pickBy<Item>(list: readonly Item[], mode: Mode, random: Random): Item {
  if (mode === 'least') return list[0]!
  return mode === 'most' ? list.at(-1)! : random.pick(list)
}

function joinValues(values: readonly unknown[]): unknown {
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
  return values.every(isObject) ? Object.assign({}, ...values) : values.at(-1)
}

function createNumber(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema,
  mode: Mode,
  random: Random,
  isInteger: boolean,
): number {
  const step = typeof multipleOf === 'number' ? multipleOf : isInteger ? 1 : 0.5
  const from = Math.max(numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity) + step)
  const to = Math.min(numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity) - step)
  const low = Number.isFinite(from) ? from : Math.min(0, to)
  const high = Number.isFinite(to) ? to : low + 1_000
  const least = Math.ceil(low / step) * step
  const most = Math.floor(high / step) * step
  if (mode === 'least') return least
  if (mode === 'most') return most
  return least + random.below(Math.min((most - least) / step + 1, 2 ** 31)) * step
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other
}

const formats: Readonly<Record<string, readonly string[]>> = {
  email: ['ada@example.com', 'a.b+c@mail.example.org'],
  uri: ['https://example.com/', 'http://localhost:8080/a?b=c'],
  date: ['2026-01-02', '2024-02-29'],
  time: ['12:34:56Z', '00:00:00Z'],
  'date-time': ['2026-01-02T03:04:05Z', '2024-02-29T23:59:59.999Z'],
  uuid: ['0b8a7f9e-3c1d-4e5f-8a6b-7c9d0e1f2a3b'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  hostname: ['example.com'],
}

const fileTypes = ['text/plain', 'image/png', 'application/pdf']

function createSampleFile(schema: JsonSchema, mode: Mode, random: Random): File {
  const { contentMediaType } = schema
  const type = typeof contentMediaType === 'string' ? contentMediaType : random.pick(fileTypes)
  const least = numberOr(schema['minLength'], 0)
  const most = Math.min(numberOr(schema['maxLength'], 100), 64 * 1024)
  return sampleFile(type, mode === 'most' ? Math.max(least, most) : Math.max(least, 1))
}

function createText(schema: JsonSchema, mode: Mode, random: Random): string {
  const { format, pattern } = schema
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known !== undefined) return random.pick(known)
  if (typeof pattern === 'string') return matchingText(pattern, random)

  const least = numberOr(schema['minLength'], 0)
  const most = Math.min(numberOr(schema['maxLength'], 200), 10_000)
  const words = 'a text of several words, with “quotes” & <signs> '
  const length =
    mode === 'least' ? least : mode === 'most' ? most : Math.min(least + 1 + random.below(20), most)
  return words.repeat(Math.ceil(length / words.length)).slice(0, length)
}
