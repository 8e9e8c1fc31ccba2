/** The flags that change what a regular expression matches, and that JSON Schema cannot express. */
const otherFlags = /[ims]/

/**
 * Options of the libraries that leave out what their JSON Schema would say too strictly: the pattern of a regular expression
 * with such a flag, and the rules of a value for which `.catch()` has a replacement.
 */
export const loosening = {
  /** Zod calls this with each schema. */
  override({ zodSchema, jsonSchema }: ZodPart): void {
    const { def, bag } = zodSchema._zod
    const patterns = [
      ...(def.checks ?? []).map((check) => check._zod.def.pattern),
      ...(bag?.patterns ?? []),
    ]
    if (def.type === 'catch') for (const name of rules) delete jsonSchema[name]

    const flagged = patterns.filter(
      (pattern) => pattern !== undefined && otherFlags.test(pattern.flags),
    )
    const isFlagged = ({ pattern }: WithPattern): boolean =>
      flagged.some((regExp) => regExp?.source === pattern)
    if (isFlagged(jsonSchema)) delete jsonSchema['pattern']
    if (flagged.length > 0 && Array.isArray(jsonSchema['allOf'])) {
      jsonSchema['allOf'] = jsonSchema['allOf'].filter((part: WithPattern) => !isFlagged(part))
    }
  },

  /** Valibot calls this with each action. */
  overrideAction({ valibotAction, jsonSchema }: ValibotPart): object | undefined {
    const { type, requirement } = valibotAction
    const isFlagged =
      type === 'regex' && requirement instanceof RegExp && otherFlags.test(requirement.flags)
    if (!isFlagged) return undefined
    const { pattern: _, ...rest } = jsonSchema
    return rest
  },
}

interface WithPattern {
  readonly pattern?: unknown
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

interface ValibotPart {
  readonly valibotAction: { readonly type: string; readonly requirement?: unknown }
  readonly jsonSchema: object & WithPattern
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
