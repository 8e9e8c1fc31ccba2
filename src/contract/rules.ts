import { keyword, listOf, type JsonSchema } from './json-schema.ts'

/** The rules for one value, and how a schema describes it. All schemas that a value must fit are taken together. */
export interface Rules {
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly exclusiveMaximum: number | undefined
  readonly multipleOf: number | undefined
  readonly minItems: number | undefined
  readonly maxItems: number | undefined
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  /** The media types of a file. */
  readonly mediaTypes: readonly string[]
  readonly default: unknown
  readonly examples: readonly unknown[]
  readonly title: string | undefined
  readonly description: string | undefined
  readonly autocomplete: string | undefined
  readonly isReadOnly: boolean
}

/** Reads the rules of a value that must fit all these schemas. */
export function readRules(schemas: readonly JsonSchema[]): Rules {
  const all = (name: string): unknown[] =>
    schemas.map((schema) => keyword(schema, name)).filter((value) => value !== undefined)
  const numbers = (name: string): number[] => all(name).filter((value) => typeof value === 'number')
  const strings = (name: string): string[] => all(name).filter((value) => typeof value === 'string')
  // The strictest bound counts.
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

/** Whether a schema calls its value a secret. `undefined` if it does not say. */
export function readSecrecy(schema: JsonSchema): boolean | undefined {
  const writeOnly = keyword(schema, 'writeOnly')
  if (typeof writeOnly === 'boolean') return writeOnly
  const isSecret =
    keyword(schema, 'format') === 'password' ||
    secretFields.test(String(keyword(schema, 'autocomplete') ?? ''))
  return isSecret || undefined
}
