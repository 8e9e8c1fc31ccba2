import type { Schema } from '../contract/index.ts'
import { readShape, shapesBelow, type Rules, type Shape } from '../contract/shared.ts'
import { endMark, longText, mark } from './bait.ts'
import { createFile, textOfFile } from './write-values.ts'

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

/** Values below this depth are not changed. Deeper ones find the same mistakes. */
const maxDepth = 3

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
  if (typeof value !== 'object' || value === null || depth > maxDepth) return changes

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
    const what = name === '' ? 'a member "__proto__"' : `a member "${name}.__proto__"`
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
    [nest(1_000), `1,000 levels in ${label}`],
  ]
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...lengths } of rules) {
    const { minLength = 0, maxLength = Infinity } = lengths
    for (const [bound, step] of [
      [minimum, -1],
      [exclusiveMinimum, 0],
      [maximum, 1],
      [exclusiveMaximum, 0],
    ] as const) {
      if (bound !== undefined) {
        list.push([bound + step, `${bound + step} as ${label}, just outside of the allowed range`])
      }
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

/** Files that are not what they seem, or that are too small or too large. */
function otherFiles(rules: readonly Rules[], file: File, label: string): HostileValue[] {
  const text = textOfFile(file)
  const withName = (name: string): File => createFile(text, name, file.type)
  const list: HostileValue[] = [
    { value: createFile('', file.name, file.type), what: `an empty file as ${label}` },
    { value: createFile('not it', file.name, file.type), what: `other bytes in ${label}` },
    { value: createFile(text, file.name, 'text/x-unknown'), what: `another type of ${label}` },
    { value: createFile(text, file.name, ';;='), what: `a broken type of ${label}` },
    { value: withName('../a.txt'), what: `a path as the name of ${label}` },
    { value: withName('a"; name="b'), what: `quotes in the name of ${label}` },
    { value: withName('a'.repeat(4_096)), what: `a name of 4 KiB for ${label}` },
  ]
  const withSize = (size: number): File =>
    createFile(text.padEnd(size, 'a').slice(0, size), file.name, file.type)
  for (const { minLength = 0, maxLength = Infinity } of rules) {
    if (minLength > 1) {
      list.push({ value: withSize(minLength - 1), what: `one byte too few in ${label}` })
    }
    if (maxLength < maxBroken) {
      list.push({ value: withSize(maxLength + 1), what: `one byte too many in ${label}` })
    }
  }
  return list
}

function nest(levels: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

function without(value: object, key: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

/** `Object.fromEntries` also creates an own property `__proto__`. */
function withPart(value: object, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(key), part)
  return Object.fromEntries([
    ...Object.entries(value).filter(([name]) => name !== key),
    [key, part],
  ])
}
