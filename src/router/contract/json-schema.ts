import type { Schema } from './contract.ts'
import type { JsonSchema, Rules } from './shape.ts'

type Side = 'input' | 'output'

const known = new WeakMap<object, { [Name in Side]?: JsonSchema | undefined }>()

/** Returns the JSON Schema of the input or the output of a schema, or `undefined` if it has none. It is created once. */
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

/** Reads own members only: a prototype that other code has extended must not add a rule to every schema. */
export function keyword(schema: JsonSchema | undefined, name: string): unknown {
  return schema !== undefined && Object.hasOwn(schema, name) ? schema[name] : undefined
}

/** Returns the schemas that a keyword lists, such as those of `anyOf`. */
export function listOf(schema: JsonSchema | undefined, name: string): readonly JsonSchema[] {
  const list = keyword(schema, name)
  return Array.isArray(list) ? list.filter(isJsonSchema) : []
}

/** Returns the target of a `$ref` in its document. Only `#` and `#/$defs/…` are supported. */
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
    // Some libraries do not encode their names, and write `100%` unchanged.
  }

  return decoded.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Options of the libraries. They leave out rules that are stricter in the JSON Schema than in the library: the pattern of a
 * regular expression with a flag, and all rules of a value that the library replaces if it breaks them.
 *
 * Arktype has no such options: see {@link dropFlaggedPatterns}.
 */
const loosening = {
  /** Zod calls this with each schema. */
  override({ zodSchema, jsonSchema }: ZodPart): void {
    const { def, bag } = zodSchema._zod
    if (def.type === 'catch') dropRules(jsonSchema)

    const patterns = [
      ...(def.checks ?? []).flatMap((check) => check._zod.def.pattern ?? []),
      ...(bag?.patterns ?? []),
    ]
    const flagged = new Set<unknown>(patterns.filter(isFlagged).map(({ source }) => source))
    if (flagged.has(jsonSchema['pattern'])) delete jsonSchema['pattern']
    if (flagged.size > 0 && Array.isArray(jsonSchema['allOf'])) {
      jsonSchema['allOf'] = jsonSchema['allOf'].filter(
        (part: { pattern?: unknown }) => !flagged.has(part.pattern),
      )
    }
  },

  /** Valibot calls this with each action. */
  overrideAction({ valibotAction, jsonSchema }: ValibotAction): object | undefined {
    const { type, requirement } = valibotAction
    const isLoose = type === 'regex' && requirement instanceof RegExp && isFlagged(requirement)
    if (!isLoose) return undefined
    const { pattern: _, ...rest } = jsonSchema
    return rest
  },

  /** Valibot calls this with each schema, but not with a pipe. So the schema around a pipe drops its rules. */
  overrideSchema({ valibotSchema, jsonSchema }: ValibotPart): void {
    const { entries = {}, item, wrapped } = valibotSchema
    for (const [key, entry] of Object.entries(entries)) {
      if ('fallback' in entry) dropRules(jsonSchema.properties?.[key])
    }
    if (item && 'fallback' in item) dropRules(jsonSchema.items)
    if (wrapped && 'fallback' in wrapped) dropRules(jsonSchema.anyOf?.[0] ?? jsonSchema)
  },
}

/**
 * Copies a JSON Schema of arktype without the patterns of regular expressions that have a flag. Returns other schemas
 * unchanged.
 */
function dropFlaggedPatterns<JsonSchema>(schema: Schema, jsonSchema: JsonSchema): JsonSchema {
  if (schema['~standard'].vendor !== 'arktype') return jsonSchema
  const flagged = new Set<unknown>()
  // Arktype writes itself as JSON, with `{ rule, flags }` for such a regular expression.
  JSON.stringify(
    (schema as { json?: unknown }).json,
    (_, value: Partial<ArktypePattern> | null) => {
      if (typeof value?.rule === 'string' && isFlagged({ flags: String(value.flags) })) {
        flagged.add(value.rule)
      }
      return value
    },
  )
  if (flagged.size === 0) return jsonSchema

  const text = JSON.stringify(jsonSchema, (key, value: unknown) =>
    key === 'pattern' && flagged.has(value) ? undefined : value,
  )
  return JSON.parse(text) as JsonSchema
}

/** Whether a regular expression has a flag that changes what it matches. JSON Schema cannot express flags. */
function isFlagged({ flags }: Pick<RegExp, 'flags'>): boolean {
  return /[ims]/.test(flags)
}

function dropRules(jsonSchema: Record<string, unknown> | undefined): void {
  for (const name of rules) delete jsonSchema?.[name]
}

interface ZodPart {
  readonly zodSchema: {
    readonly _zod: {
      readonly def: { readonly type: string; readonly checks?: readonly ZodCheck[] }
      /** Where older versions have the patterns of all checks. */
      readonly bag?: { readonly patterns?: Iterable<RegExp> }
    }
  }
  readonly jsonSchema: Record<string, unknown>
}

interface ZodCheck {
  readonly _zod: { readonly def: { readonly pattern?: RegExp } }
}

interface ValibotAction {
  readonly valibotAction: { readonly type: string; readonly requirement?: unknown }
  readonly jsonSchema: object & { readonly pattern?: unknown }
}

interface ValibotPart {
  /** A member `fallback` is the replacement for a value that breaks a rule. */
  readonly valibotSchema: {
    readonly entries?: Readonly<Record<string, object>>
    readonly item?: object
    readonly wrapped?: object
  }
  readonly jsonSchema: Record<string, unknown> & {
    readonly properties?: Readonly<Record<string, Record<string, unknown>>>
    readonly items?: Record<string, unknown>
    readonly anyOf?: readonly Record<string, unknown>[]
  }
}

interface ArktypePattern {
  readonly rule: string
  readonly flags: string
}

const rules: readonly string[] = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'allOf',
]

/** Zod throws on `z.date()` without the first library option, and valibot on `trim()` without the second. */
const options = {
  target: 'draft-2020-12',
  libraryOptions: { unrepresentable: 'any', errorMode: 'ignore', ...loosening },
}

/** Reads the rules of a value that must fit all these schemas. */
export function readRules(schemas: readonly JsonSchema[]): Rules {
  const all = (name: string): unknown[] =>
    schemas.map((schema) => keyword(schema, name)).filter((value) => value !== undefined)
  const numbers = (name: string): number[] => all(name).filter((value) => typeof value === 'number')
  const strings = (name: string): string[] => all(name).filter((value) => typeof value === 'string')
  // The strictest bound applies.
  const highest = (name: string): number | undefined => pickOne(numbers(name), Math.max)
  const lowest = (name: string): number | undefined => pickOne(numbers(name), Math.min)
  const [examples] = all('examples')

  return {
    minLength: highest('minLength'),
    maxLength: lowest('maxLength'),
    minimum: highest('minimum'),
    maximum: lowest('maximum'),
    exclusiveMinimum: highest('exclusiveMinimum'),
    exclusiveMaximum: lowest('exclusiveMaximum'),
    multipleOf: numbers('multipleOf').find((value) => value > 0),
    minItems: highest('minItems'),
    maxItems: lowest('maxItems'),
    patterns: strings('pattern'),
    formats: strings('format'),
    mediaTypes: schemas.flatMap(mediaTypesOf),
    default: all('default')[0],
    examples: Array.isArray(examples) ? examples : [],
    title: strings('title')[0],
    description: strings('description')[0],
    autocomplete: strings('autocomplete')[0],
    isReadOnly: all('readOnly')[0] === true,
  }
}

function pickOne(
  values: readonly number[],
  pick: (...values: number[]) => number,
): number | undefined {
  return values.length > 0 ? pick(...values) : undefined
}

/** A file of several types has a union of them. */
function mediaTypesOf(schema: JsonSchema): string[] {
  return [schema, ...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')]
    .map((part) => keyword(part, 'contentMediaType'))
    .filter((type) => typeof type === 'string')
}

/** One of the words of an `autocomplete`, such as `current-password webauthn`. */
const secretFields = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-\S+)(?:\s|$)/i

/** Returns whether a schema calls its value a secret, or `undefined` if the schema does not say. */
export function readSecrecy(schema: JsonSchema): boolean | undefined {
  const writeOnly = keyword(schema, 'writeOnly')
  if (typeof writeOnly === 'boolean') return writeOnly
  const isSecret =
    keyword(schema, 'format') === 'password' ||
    secretFields.test(String(keyword(schema, 'autocomplete') ?? ''))
  return isSecret || undefined
}
