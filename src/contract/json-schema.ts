import { dropFlaggedPatterns, loosening } from './loosen.ts'
import type { Schema } from './schema.ts'

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** The JSON Schemas of the input and the output of a schema. `output` is missing if the library cannot describe it. */
export interface JsonSchemas {
  readonly input: JsonSchema
  readonly output: JsonSchema | undefined
}

/** Zod throws on `z.date()` without the first library option, and valibot on `trim()` without the second. */
const options = {
  target: 'draft-2020-12',
  libraryOptions: { unrepresentable: 'any', errorMode: 'ignore', ...loosening },
}

const known = new WeakMap<object, JsonSchemas | null>()
const outputs = new WeakMap<object, { readonly schema: JsonSchema | undefined }>()

/** Returns the JSON Schemas of a schema, or `null` if it has none. They are read once. */
export function readJsonSchemas(schema: Schema): JsonSchemas | null {
  let schemas = known.get(schema)
  if (schemas === undefined) {
    const input = convert(schema, 'input')
    schemas = input === undefined ? null : { input, output: readOutputSchema(schema) }
    known.set(schema, schemas)
  }

  return schemas
}

/** Returns the JSON Schema of the output of a schema, or `undefined`. It is read once. */
export function readOutputSchema(schema: Schema): JsonSchema | undefined {
  let output = outputs.get(schema)
  if (output === undefined) outputs.set(schema, (output = { schema: convert(schema, 'output') }))

  return output.schema
}

function convert(schema: Schema, side: 'input' | 'output'): JsonSchema | undefined {
  const converter = schema['~standard'].jsonSchema as
    | { readonly [name in typeof side]?: (given: typeof options) => unknown }
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
