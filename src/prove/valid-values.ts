import type { Schema } from '../contract/index.ts'
import {
  readShape,
  itemsOf,
  type ItemShapes,
  type ObjectShape,
  type Rules,
  type Shape,
} from '../contract/shared.ts'
import { isPlainObject } from '../internal/is-plain-object.ts'
import { matchingText } from './matching-text.ts'
import type { Random } from './random.ts'
import { sampleFile } from './write-values.ts'

/** How values are chosen: examples, the smallest, the largest, or any. */
const modes = ['example', 'least', 'most', 'any', 'any'] as const
type Mode = (typeof modes)[number]

/** A value is not nested deeper than this, unless the schema requires it. Deeper values find the same mistakes. */
const maxDepth = 4

/**
 * Creates values that a schema accepts, by its JSON Schema: examples first, then both ends of each range, then others.
 *
 * @returns Different values. The list is empty if the schema does not describe itself, or is too special
 */
export async function validValues(schema: Schema, random: Random): Promise<unknown[]> {
  const shape = readShape(schema)
  if (shape === null) return []

  const values = new Map<string, unknown>()
  for (const mode of modes) {
    // A pattern may need more than one try.
    for (let i = 0; i < 4; i++) {
      const value = createValue(shape, { mode, random, depth: 0 })
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
  const shape = readShape(schema)
  return shape === null ? {} : createValue(shape, { mode: 'most', random, depth: 0 })
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

/** Copies plain objects and lists. Everything else, such as a file, stays the same. */
export function copyValue<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyValue) as Value
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, copyValue(inner)]),
  ) as Value
}

/** How one value is chosen. */
interface Choice {
  readonly mode: Mode
  readonly random: Random
  readonly depth: number
}

function createValue(shape: Shape, choice: Choice): unknown {
  const { examples } = shape.rules()
  if (choice.mode === 'example' && examples.length > 0) return choice.random.pick(examples)
  const alternatives = shape.alternatives()
  return createOne(alternatives.length > 1 ? pickBy(alternatives, choice) : shape, choice)
}

function createOne(shape: Shape, choice: Choice): unknown {
  const { mode, random } = choice
  const { isFile, isString, number, isBoolean, isNullable, members, json } = shape
  const rules = shape.rules()
  const [items] = itemsOf(shape)
  const object = json?.object ?? shape.object
  if (members.length > 0) return pickBy(members, choice)
  if (isFile) return createSampleFile(rules, choice)
  if (isString) return createText(rules, choice)
  if (number !== undefined) return createNumber(rules, choice, number)
  if (isBoolean) return mode === 'least' ? false : mode === 'most' || random.below(2) === 0
  if (items !== undefined) return createArray(items, rules, choice)
  if (object !== undefined) return createObject(object, choice)
  return isNullable ? null : random.pick(['text', '2026-01-02', 1, true])
}

/** The maximum number of items. A schema with a longer list is not tried. */
const maxItems = 50

function createArray({ first, rest }: ItemShapes, rules: Rules, choice: Choice): unknown[] {
  const { mode, random, depth } = choice
  const of = (shape: Shape): unknown => createValue(shape, { ...choice, depth: depth + 1 })
  const wish = depth > maxDepth || mode === 'least' ? 0 : 1 + random.below(3)
  const least = Math.max(wish, rules.minItems ?? 0, first.length)
  const count = Math.min(least, rules.maxItems ?? maxItems, maxItems)
  return [
    ...first.map(of),
    ...Array.from({ length: Math.max(0, count - first.length) }, () => of(rest)),
  ]
}

function createObject({ properties }: ObjectShape, choice: Choice): Record<string, unknown> {
  const { mode, random, depth } = choice
  const isWanted = (): boolean =>
    depth <= maxDepth && (mode === 'most' || (mode !== 'least' && random.below(2) === 0))
  return Object.fromEntries(
    properties
      .filter(({ isRequired }) => isRequired || isWanted())
      .map(({ key, shape }) => [key, createValue(shape, { ...choice, depth: depth + 1 })]),
  )
}

function pickBy<Item>(list: readonly Item[], { mode, random }: Choice): Item {
  if (mode === 'least') return list[0]!
  return mode === 'most' ? list.at(-1)! : random.pick(list)
}

function createNumber(
  rules: Rules,
  { mode, random }: Choice,
  number: 'integer' | 'number',
): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules
  const step = rules.multipleOf ?? (number === 'integer' ? 1 : 0.5)
  const from = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + step)
  const to = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - step)
  const low = Number.isFinite(from) ? from : Math.min(0, to)
  const high = Number.isFinite(to) ? to : low + 1_000
  const least = Math.ceil(low / step) * step
  const most = Math.floor(high / step) * step
  if (mode === 'least') return least
  if (mode === 'most') return most
  return least + random.below(Math.min((most - least) / step + 1, 2 ** 31)) * step
}

const formats: ReadonlyMap<string, readonly string[]> = new Map([
  ['email', ['ada@example.com', 'a.b+c@mail.example.org']],
  ['uri', ['https://example.com/', 'http://localhost:8080/a?b=c']],
  ['date', ['2026-01-02', '2024-02-29']],
  ['time', ['12:34:56Z', '00:00:00Z']],
  ['date-time', ['2026-01-02T03:04:05Z', '2024-02-29T23:59:59.999Z']],
  ['uuid', ['0b8a7f9e-3c1d-4e5f-8a6b-7c9d0e1f2a3b']],
  ['ipv4', ['192.0.2.1']],
  ['ipv6', ['2001:db8::1']],
  ['hostname', ['example.com']],
])

const fileTypes = ['text/plain', 'image/png', 'application/pdf']

/** The maximum size of a file, so that a run of thousands of requests stays short. */
const maxFileSize = 64 * 1024

function createSampleFile(rules: Rules, { mode, random }: Choice): File {
  const { mediaTypes, minLength = 0, maxLength = 100 } = rules
  const type = random.pick(mediaTypes.length > 0 ? mediaTypes : fileTypes)
  const size = mode === 'most' ? Math.min(maxLength, maxFileSize) : 1
  return sampleFile(type, Math.max(minLength, size))
}

/** The maximum length of a string, unless the schema requires more. */
const maxTextLength = 10_000

function createText(rules: Rules, { mode, random }: Choice): string {
  const { patterns, minLength = 0, maxLength = 200 } = rules
  const known = rules.formats.map((format) => formats.get(format)).find(Boolean)
  if (known !== undefined) return random.pick(known)
  if (patterns.length > 0) return matchingText(random.pick(patterns), random)

  const most = Math.min(maxLength, maxTextLength)
  const some = Math.min(minLength + 1 + random.below(20), most)
  const length = mode === 'least' ? minLength : mode === 'most' ? most : some
  const words = 'a text of several words, with “quotes” & <signs> '
  return words.repeat(Math.ceil(length / words.length)).slice(0, length)
}
