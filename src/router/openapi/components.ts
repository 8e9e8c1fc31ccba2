import { isJsonSchema, keyword, listOf, resolveRef, type JsonSchema } from '../contract/shared.ts'

/** A JSON Schema of a library, which is a document with its own `#` and `$defs`. */
export interface SchemaSource {
  readonly root: JsonSchema
  /** The name of the component, if the root refers to itself and has no `id`. */
  readonly name: string
  /** Whether it describes a response. */
  readonly isResponse?: boolean
}

/** Copies a schema of a source. Its references become references of the document. */
export type WriteSchema = (schema: JsonSchema) => JsonSchema

/** The schemas that a document shares. Equal schemas with the same name are one. */
export class Components {
  readonly schemas: Map<string, JsonSchema> = new Map()
  /** The names by the schemas as strings. */
  readonly #names = new Map<string, string>()
  /** The names by target, for each source of input and for each source of responses. */
  readonly #inputs = new Map<JsonSchema, Map<JsonSchema, string>>()
  readonly #responses = new Map<JsonSchema, Map<JsonSchema, string>>()

  /** Returns a function that copies the schemas of one source. */
  from(source: SchemaSource): WriteSchema {
    const sources = source.isResponse ? this.#responses : this.#inputs
    const found = sources.get(source.root) ?? new Map<JsonSchema, string>()
    sources.set(source.root, found)
    const refer: Refer = (target, wanted) => ({
      $ref: `#/components/schemas/${this.#nameOf(source, target, wanted, found, refer)}`,
    })

    return (schema) => {
      const id = idOf(schema)
      if (id !== undefined) return refer(schema, id)

      const copy = copySchema(source, schema, refer)
      return found.has(schema) ? refer(schema, '#') : copy
    }
  }

  /** Returns the name of the component for a target. Adds the component if it is missing. */
  #nameOf(
    source: SchemaSource,
    target: JsonSchema,
    wanted: string,
    found: Map<JsonSchema, string>,
    refer: Refer,
  ): string {
    const known = found.get(target)
    if (known !== undefined) return known

    const text = textOf(source, target, wanted)
    const same = this.#names.get(text)
    const name = same ?? this.#freeName(wanted === '#' ? source.name : wanted)
    found.set(target, name)
    if (same === undefined) {
      this.#names.set(text, name)
      this.schemas.set(name, {}) // This takes the name, even if the schema refers to itself.
      this.schemas.set(name, copySchema(source, target, refer))
    }

    return name
  }

  #freeName(wanted: string): string {
    const base = wanted.replaceAll(/[^\w.-]/g, '_')
    let name = base
    for (let i = 2; this.schemas.has(name); i++) name = `${base}_${i}`

    return name
  }
}

/** Returns a reference to a schema, which has this name in its source. `#` is the whole source. */
type Refer = (target: JsonSchema, wanted: string) => JsonSchema

/** A schema and all schemas that it refers to, as a string. It is the same for equal schemas of two sources. */
function textOf(source: SchemaSource, target: JsonSchema, wanted: string): string {
  const found = new Map([[target, wanted]])
  let text = ''
  // Iterating over a map also visits entries that are added meanwhile.
  for (const [schema, name] of found) {
    const copy = copySchema(source, schema, (other, otherName) => {
      if (!found.has(other)) found.set(other, otherName)
      return { $ref: found.get(other) }
    })
    text += JSON.stringify([name, copy])
  }

  return text
}

/** Keywords that have a meaning only in the document of a library. */
const dropped: readonly string[] = ['$schema', '$id', '$defs', 'definitions']
const withSchema: readonly string[] = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const withList: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const withNames: readonly string[] = ['dependentSchemas', 'patternProperties', 'properties']

/**
 * Copies a schema. Only the values of keywords for schemas are copied as schemas, because the value of a `default` may look
 * like a schema.
 */
function copySchema(source: SchemaSource, schema: JsonSchema, refer: Refer): JsonSchema {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (dropped.includes(name) || (name === 'id' && typeof value === 'string')) continue

    if (name === '$ref') Object.assign(copy, referTo(source, value, refer))
    else if (withSchema.includes(name)) {
      // Other members are not removed from a response, so the keyword is left out.
      if (name !== 'additionalProperties' || value !== false || !source.isResponse) {
        copy[name] = copyInner(value)
      }
    } else if (withList.includes(name)) copy[name] = listOf(schema, name).map(copyInner)
    else if (withNames.includes(name) && isJsonSchema(value)) {
      copy[name] = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, copyInner(inner)]),
      )
    } else copy[name] = value
  }

  return copy

  function copyInner(inner: unknown): unknown {
    if (!isJsonSchema(inner)) return inner // `true` and `false` are schemas too.
    const id = idOf(inner)
    return id === undefined ? copySchema(source, inner, refer) : refer(inner, id)
  }
}

/** A reference that cannot be followed is ignored, as in the router. */
function referTo({ root }: SchemaSource, ref: unknown, refer: Refer): JsonSchema {
  const target = resolveRef(root, ref)
  if (target === undefined) return {}

  const defs = Object.entries((keyword(root, '$defs') ?? {}) as object)
  return refer(target, idOf(target) ?? defs.find(([, schema]) => schema === target)?.[0] ?? '#')
}

function idOf(schema: JsonSchema): string | undefined {
  const id = keyword(schema, 'id')
  return typeof id === 'string' && id !== '' ? id : undefined
}
