import type { Schema } from '../../router/contract/index.ts'
import {
  itemsOf,
  readShape,
  shapesBelow,
  type ItemShapes,
  type ObjectShape,
  type Rules,
  type Shape,
} from '../../router/contract/shared.ts'
import { isPlainObject } from '../../internal/guards/check.ts'
import { longText } from './attack.ts'

/** Text that is a tag if an app does not escape it, and that ends an attribute if an app does not escape quotes. */
export const mark = `'"<prove-x>`

/** Text that ends every element whose content is not read as tags, and then begins one. */
export const endMark = `--></script></style></title></textarea><prove-x>`

/** How a value is chosen: by the examples of the schema, or at one of the ends of each range. */
const modes = ['example', 'least', 'most'] as const
type Mode = (typeof modes)[number]

/** Values below this depth are left out, unless the schema requires them, and are not changed. Deeper values find the same mistakes. */
const maxDepth = 4

/**
 * Creates values that a schema accepts, by its JSON Schema: examples first, then both ends of each range.
 *
 * @returns Different values. The list is empty if the schema does not describe itself, or is too special
 */
export async function validValues(schema: Schema): Promise<unknown[]> {
  const shape = readShape(schema)
  const values = new Map<string, unknown>()
  for (const mode of shape === null ? [] : modes) {
    const value = createValue(shape!, mode, 0)
    if (await accepts(schema, value)) values.set(JSON.stringify(value, describeFile) ?? '', value)
  }
  return Array.from(values.values())
}

function describeFile(_: string, value: unknown): unknown {
  return value instanceof File ? `${value.type} ${value.size}` : value
}

/** Whether a schema of an object says which values a member can have, as an enum or an example does. */
export function namesValues(schema: Schema, key: string): boolean {
  const properties = readShape(schema)?.object?.properties ?? []
  const shape = properties.find((property) => property.key === key)?.shape
  return shape !== undefined && (shape.members.length > 0 || shape.rules().examples.length > 0)
}

/** A value of the right shape, even if the schema refuses it. */
export function draftValue(schema: Schema): unknown {
  const shape = readShape(schema)
  return shape === null ? {} : createValue(shape, 'most', 0)
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

function createValue(shape: Shape, mode: Mode, depth: number): unknown {
  const { examples } = shape.rules()
  if (mode === 'example' && examples.length > 0) return examples[0]
  const alternatives = shape.alternatives()
  const one = alternatives.length > 1 ? pick(alternatives, mode) : shape
  const { isFile, isString, number, isBoolean, isNullable, members, json } = one
  const rules = one.rules()
  const [items] = itemsOf(one)
  const object = json?.object ?? one.object
  if (members.length > 0) return pick(members, mode)
  if (isFile) return createSample(rules, mode)
  if (isString) return createText(rules, mode)
  if (number !== undefined) return createNumber(rules, mode, number)
  if (isBoolean) return mode === 'most'
  if (items !== undefined) return createArray(items, rules, mode, depth)
  if (object !== undefined) return createObject(object, mode, depth)
  return isNullable ? null : pick(['text', '2026-01-02', 1], mode)
}

function pick<Item>(list: readonly Item[], mode: Mode): Item {
  return mode === 'most' ? list.at(-1)! : list[0]!
}

/** The maximum number of items. A schema with a longer list is not tried. */
const maxItems = 50

function createArray({ first, rest }: ItemShapes, rules: Rules, mode: Mode, depth: number) {
  const of = (shape: Shape): unknown => createValue(shape, mode, depth + 1)
  const wish = depth > maxDepth || mode === 'least' ? 0 : 2
  const least = Math.max(wish, rules.minItems ?? 0, first.length)
  const count = Math.min(least, rules.maxItems ?? maxItems, maxItems)
  return [
    ...first.map(of),
    ...Array.from({ length: Math.max(0, count - first.length) }, () => of(rest)),
  ]
}

function createObject({ properties }: ObjectShape, mode: Mode, depth: number): object {
  return Object.fromEntries(
    properties
      .filter(({ isRequired }) => isRequired || (depth <= maxDepth && mode !== 'least'))
      .map(({ key, shape }) => [key, createValue(shape, mode, depth + 1)]),
  )
}

function createNumber(rules: Rules, mode: Mode, number: 'integer' | 'number'): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules
  const step = rules.multipleOf ?? (number === 'integer' ? 1 : 0.5)
  const from = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + step)
  const to = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - step)
  const low = Number.isFinite(from) ? from : Math.min(0, to)
  const high = Number.isFinite(to) ? to : low + 1_000
  return mode === 'most' ? Math.floor(high / step) * step : Math.ceil(low / step) * step
}

const formats: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uri: 'https://example.com/',
  date: '2026-01-02',
  time: '12:34:56Z',
  'date-time': '2026-01-02T03:04:05Z',
  uuid: '0b8a7f9e-3c1d-4e5f-8a6b-7c9d0e1f2a3b',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
}

/** Texts that fit the patterns of many schemas. A schema with another pattern needs `examples`. */
const commonTexts = ['abc', 'abc-def', 'a1', '12345', '1', 'A', 'ABC', '+4912345678', '12:34']

/** The maximum length of a string, unless the schema requires more. */
const maxTextLength = 10_000

function createText(rules: Rules, mode: Mode): string {
  const { patterns, minLength = 0, maxLength = 200 } = rules
  const known = rules.formats.map((format) => formats[format]).find(Boolean)
  if (known !== undefined) return known
  if (patterns.length > 0) {
    const fits = (text: string): boolean =>
      text.length >= minLength &&
      text.length <= maxLength &&
      patterns.every((pattern) => isMatch(pattern, text))
    return [...commonTexts, ...Object.values(formats)].find(fits) ?? ''
  }

  const most = Math.min(maxLength, maxTextLength)
  const length = { least: minLength, most, example: Math.min(minLength + 10, most) }[mode]
  const words = 'a text of several words, with “quotes” & <signs> '
  return words.repeat(Math.ceil(length / words.length)).slice(0, length)
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false // Some libraries write patterns for other flags.
  }
}

/** The maximum size of a file, so that a run of thousands of requests stays short. */
const maxFileSize = 64 * 1024

function createSample({ mediaTypes, minLength = 0, maxLength = 100 }: Rules, mode: Mode): File {
  const size = Math.max(minLength, mode === 'most' ? Math.min(maxLength, maxFileSize) : 1)
  const type = mediaTypes[0] ?? 'image/png'
  const content = (beginnings[type] ?? 'a file').padEnd(size, 'a')
  return new File([Buffer.from(content, 'latin1')], 'a.txt', { type })
}

/** The first bytes of a file, by its type. Apps look at them, because a client can send any type. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-1.7\n',
  'image/gif': 'GIF89a',
  'image/jpeg': '\xff\xd8\xff\xe0',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'image/webp': 'RIFF\x04\0\0\0WEBPVP8 ',
}

/** A value that was changed in one place, and what was changed, in words. */
export interface HostileValue {
  readonly value: unknown
  readonly what: string
}

/**
 * Lists changes of a valid value that a schema probably refuses, or that break careless code.
 *
 * @param value A value that the schema accepts
 */
export function hostileValues(schema: Schema, value: unknown): HostileValue[] {
  const shape = readShape(schema)
  return changesOf(shape === null ? [] : [shape], value, '', 0)
}

/** The maximum number of members of one object that are changed. */
const maxMembers = 50

function changesOf(
  shapes: readonly Shape[],
  value: unknown,
  name: string,
  depth: number,
): HostileValue[] {
  const rules = shapes.flatMap((shape) => shape.alternatives().map((one) => one.rules()))
  const label = name === '' ? 'the value' : `"${name}"`
  const changes = name === '' ? [] : replacements(rules, value, label)
  if (value instanceof File) return [...changes, ...otherFiles(rules, value, label)]
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return changes

  const isArray = Array.isArray(value)
  for (const [key, inner] of Object.entries(value).slice(0, isArray ? 1 : maxMembers)) {
    const path = name === '' ? key : `${name}.${key}`
    if (!isArray) changes.push({ value: without(value, key), what: `without "${path}"` })
    const below = shapesBelow(shapes, isArray ? undefined : key)
    for (const change of changesOf(below, inner, path, depth + 1)) {
      changes.push({ ...change, value: withPart(value, key, change.value) })
    }
  }
  if (isArray) {
    changes.push({ value: Array(1_001).fill(value[0] ?? 'a'), what: `1,001 items in ${label}` })
  } else {
    const what = `a member "${name === '' ? '' : `${name}.`}__proto__"`
    changes.push({ value: withPart(value, '__proto__', { isAdmin: true }), what })
  }
  return changes
}

/** A limit above this is not tried, because the request would be too large. */
const maxBroken = 100_000

function replacements(rules: readonly Rules[], value: unknown, label: string): HostileValue[] {
  const list: [unknown, string][] = [
    [null, `null as ${label}`],
    [{}, `an object as ${label}`],
    [[], `an empty list as ${label}`],
    ['', `an empty text as ${label}`],
    [-1, `-1 as ${label}`],
    [1.5, `1.5 as ${label}`],
    [1e300, `a huge number as ${label}`],
    [true, `true as ${label}`],
    ['no such value', `a text as ${label}`],
    [mark, `a tag in ${label}`],
    [endMark, `tags that end elements in ${label}`],
    ['\uD800', `a lone surrogate in ${label}`],
    ['a\0b', `a NUL character in ${label}`],
    [longText, `64 KiB of text in ${label}`],
    // A slow pattern takes forever on it.
    [`${longText}!`, `64 KiB of text and a sign in ${label}`],
    [JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)), `1,000 levels in ${label}`],
  ]
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...lengths } of rules) {
    const { minLength = 0, maxLength = Infinity } = lengths
    const outside = [minimum! - 1, maximum! + 1, exclusiveMinimum, exclusiveMaximum]
    for (const bound of outside.filter(Number.isFinite)) {
      list.push([bound, `${bound} as ${label}, just outside of the allowed range`])
    }
    if (minLength > 0) list.push(['a'.repeat(minLength - 1), `one character too few in ${label}`])
    if (maxLength < maxBroken) {
      list.push(['a'.repeat(maxLength + 1), `one character too many in ${label}`])
    }
  }
  return list
    .filter(([other]) => other !== value)
    .map(([changed, what]) => ({ value: changed, what }))
}

/** Files that are not what they seem, or that are too large. */
function otherFiles(rules: readonly Rules[], file: File, label: string): HostileValue[] {
  const change = (what: string, content: BlobPart = file, { name, type }: File = file) => ({
    value: new File([content], name, { type }),
    what: `${what} ${label}`,
  })
  const named = (name: string, type = file.type): File => new File([file], name, { type })
  return [
    change('an empty file as', ''),
    change('other bytes in', 'not it'),
    change('another type of', file, named(file.name, 'text/x-unknown')),
    change('a path as the name of', file, named('../a.txt')),
    change('a name of 4 KiB for', file, named('a'.repeat(4_096))),
    ...rules
      .filter(({ maxLength = Infinity }) => maxLength < maxBroken)
      .map(({ maxLength }) => change('one byte too many in', 'a'.repeat(maxLength! + 1))),
  ]
}

function without(value: object, key: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

/** `Object.fromEntries` also creates an own property `__proto__`. */
function withPart(value: object, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(key), part)
  return Object.fromEntries([...Object.entries(without(value, key)), [key, part]])
}
