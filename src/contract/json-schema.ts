import { dropFlaggedPatterns, loosening } from './loosen.ts'
import type { Schema } from './schema.ts'

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Zod throws on `z.date()` without the first library option, and valibot on `trim()` without the second. */
const options = {
  target: 'draft-2020-12',
  libraryOptions: { unrepresentable: 'any', errorMode: 'ignore', ...loosening },
}

type Side = 'input' | 'output'

const known = new WeakMap<object, { [Name in Side]?: JsonSchema | undefined }>()

/** Returns the JSON Schema of the input or the output of a schema, or `undefined` if it has none. It is read once. */
export function readJsonSchema(schema: Schema, side: Side): JsonSchema | undefined {
  let sides = known.get(schema)
  if (sides === undefined) known.set(schema, (sides = {}))
  if (!Object.hasOwn(sides, side)) sides[side] = convert(schema, side)

  return sides[side]
}

function convert(schema: Schema, side: Side): JsonSchema | undefined {
  const converter = schema['~standard'].jsonSchema as
    | { readonly [name in Side]?: (given: typeof options) => unknown }
    | undefined
  try {
    const result = converter?.[side]?.(options)
    return isJsonSchema(result) ? dropFlaggedPatterns(schema, result) : undefined
  } catch {
    return undefined // The library cannot express this schema, so it is only validated.
  }
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A keyword, unless it comes from a prototype that some code has changed. */
export function keyword(schema: JsonSchema | undefined, name: string): unknown {
  return schema !== undefined && Object.hasOwn(schema, name) ? schema[name] : undefined
}

/** The schemas that a keyword lists, such as those of `anyOf`. */
export function listOf(schema: JsonSchema | undefined, name: string): readonly JsonSchema[] {
  const list = keyword(schema, name)
  return Array.isArray(list) ? list.filter(isJsonSchema) : []
}

/** The target of a `$ref` in its document: `#` and `#/$defs/…` only. */
export function resolveRef(root: JsonSchema, ref: unknown): JsonSchema | undefined {
  if (ref === '#') return root
  const name = typeof ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1] : undefined
  const defs = keyword(root, '$defs')
  if (name === undefined || !isJsonSchema(defs)) return undefined

  const target = keyword(defs, unescapePointer(name))
  return isJsonSchema(target) ? target : undefined
}

/** RFC 6901 §6: a pointer in a fragment is percent-encoded, and then `~1` is a slash and `~0` a tilde. */
function unescapePointer(text: string): string {
  let decoded = text
  try {
    decoded = decodeURIComponent(text)
  } catch {
    // A library that does not encode its names writes `100%` as it is.
  }

  return decoded.replaceAll('~1', '/').replaceAll('~0', '~')
}
