import type { Schema } from './schema.ts'

/**
 * Options of the libraries that leave out rules that are stricter in the JSON Schema than in the library: the pattern of a
 * regular expression with a flag, and all rules of a value that the library replaces if they are broken.
 *
 * Arktype has no such options: see {@link dropFlaggedPatterns}.
 */
export const loosening = {
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
 * Copies a JSON Schema of arktype without the patterns of regular expressions that have a flag. Other schemas stay as they
 * are.
 */
export function dropFlaggedPatterns<JsonSchema>(
  schema: Schema,
  jsonSchema: JsonSchema,
): JsonSchema {
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
