import type { FieldCheck, FieldRules, FieldSet, FieldTree } from '../internal/fields.ts'
import { keyword, listOf, type JsonSchema } from './json-schema.ts'
import { isSecret, within } from './secrets.ts'
import type { ObjectShape, PropertyShape, Shape } from './shape.ts'

/**
 * Creates the fields of a schema, for a browser.
 *
 * What the JSON Schema of the input accepts, the browser accepts: each rule here is at most as strict as the schema.
 */
export function readFieldSet(shape: Shape): FieldSet {
  const { object } = shape
  if (object === undefined) return {}
  if (object.by === undefined) return readTree(object.properties, '', [object], shape.isSecret)

  return {
    by: object.by.key,
    of: Object.fromEntries(
      Array.from(object.variants, ([form, properties]) => [
        form,
        readTree(properties, '', [object], shape.isSecret),
      ]),
    ),
  }
}

function readTree(
  properties: readonly PropertyShape[],
  prefix: string,
  around: readonly ObjectShape[],
  isInSecret: boolean | undefined,
): FieldTree {
  const tree: Record<string, FieldRules | FieldTree> = Object.create(null)
  for (const property of properties) {
    const { key } = property
    const shape = within(isInSecret, property.shape)
    const name = prefix + key
    const { object } = shape
    if (object === undefined || isScalar(shape)) tree[key] = readRules(property, shape, name)
    // A form cannot show a union inside a form, and the fields of a schema that contains itself have to end.
    else if (object.by !== undefined) tree[key] = { type: 'json' }
    else if (!around.includes(object)) {
      tree[key] = readTree(object.properties, `${name}.`, [...around, object], shape.isSecret)
    }
  }

  return tree
}

function readRules(property: PropertyShape, shape: Shape, name: string): FieldRules {
  if (shape.isJsonOnly) return { type: 'json' }

  const rules = {
    ...typeRules(property),
    ...describe(shape.schemas),
    ...(isSecret(name, [shape]) && { secret: true }),
  }
  const value = rules.secret ? undefined : defaultTexts(property)

  return {
    ...rules,
    ...(isPassword(name, rules) && { type: 'password' }),
    ...(isRequired(property, rules.type) && { required: true }),
    ...(value && { value }),
  }
}

/** A browser hides what a secret name stands for, unless the schema says what the text is. */
function isPassword(name: string, rules: FieldRules): boolean {
  const { autoComplete, multiple, options, secret, type } = rules
  if (!secret || type !== 'text' || multiple || options) return false
  return autoComplete === undefined ? isSecret(name, []) : /-password\b/i.test(autoComplete)
}

type Rules = { -readonly [Name in keyof FieldRules]: FieldRules[Name] }

function typeRules(property: PropertyShape): Rules {
  const { shape } = property
  const { isFile, isString, number, isBoolean, members, items, schemas } = shape
  const kinds = [isFile, isString, number !== undefined, isBoolean && members.length === 0, items]
  const isMixed = kinds.filter(Boolean).length > 1
  if (isMixed) return { type: 'text' }
  if (items !== undefined) return arrayRules(property)
  if (isFile) return fileRules(schemas)

  const texts = members.filter((member) => typeof member !== 'boolean')
  if (texts.length > 0 && !isString) return { type: 'text', options: texts.map(String) }
  if (isBoolean || members.length > 0) return { type: 'checkbox' }
  if (number !== undefined) return numberRules(schemas, number)
  return isString ? textRules(schemas) : { type: 'text' }
}

function arrayRules({ hasDefault, isRequired, shape }: PropertyShape): Rules {
  const { items, schemas } = shape
  const { rest } = items!
  const inner = rest.isFile ? fileRules(rest.schemas) : { type: 'text' }
  const options = rest.members.map(String)
  const check = {
    ...('check' in inner ? inner.check : {}),
    // If nothing is chosen, an optional array is absent and not empty.
    ...((isRequired || hasDefault) && pick('minItems', highest(schemas, 'minItems'))),
    ...pick('maxItems', lowest(schemas, 'maxItems')),
  }

  return {
    ...inner,
    multiple: true,
    ...(options.length > 0 && !rest.isString && { options }),
    ...checked(check),
  }
}

function fileRules(schemas: readonly JsonSchema[]): Rules {
  const types = schemas
    .flatMap((schema) => [schema, ...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')])
    .map((schema) => keyword(schema, 'contentMediaType'))
    .filter((type) => typeof type === 'string')

  return {
    type: 'file',
    ...(types.length > 0 && { accept: types.join() }),
    ...checked({
      ...pick('minSize', highest(schemas, 'minLength')),
      ...pick('maxSize', lowest(schemas, 'maxLength')),
    }),
  }
}

/** The formats that have an input of their own. Browsers send neither seconds nor a zone for times. */
const inputTypes: ReadonlyMap<unknown, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
  ['password', 'password'],
])

function textRules(schemas: readonly JsonSchema[]): Rules {
  const formats = schemas.map((schema) => inputTypes.get(keyword(schema, 'format')))
  const type = formats.find((format) => format !== undefined) ?? 'text'
  const sources = schemas
    .map((schema) => keyword(schema, 'pattern'))
    .filter((source) => typeof source === 'string')
  const own = type === 'text' ? sources.find(isHtmlPattern) : undefined
  const rest = sources.filter((source) => source !== own && compiles(source, 'u'))

  return {
    type,
    ...pick('minLength', highest(schemas, 'minLength')),
    ...pick('maxLength', lowest(schemas, 'maxLength')),
    ...(own !== undefined && { pattern: wholePattern(own) }),
    ...(rest.length > 0 && { check: { pattern: rest } }),
  }
}

/** Whether HTML takes a pattern as it is meant. Its `v` flag makes operators of `&&` and `--` in a class. */
function isHtmlPattern(source: string): boolean {
  return compiles(source, 'v') && !/&&|--/.test(source)
}

function compiles(source: string, flag: string): boolean {
  try {
    return new RegExp(source, flag) instanceof RegExp
  } catch {
    return false
  }
}

/** HTML matches the whole text, and a schema any part of it. */
function wholePattern(source: string): string {
  const isAnchored = /^\^(?:[^|\\]|\\[^])*\$$/.test(source) && !/[^\\](?:\\\\)*\\\$$/.test(source)
  return isAnchored ? source : `[\\s\\S]*(?:${source})[\\s\\S]*`
}

function numberRules(schemas: readonly JsonSchema[], type: 'integer' | 'number'): Rules {
  const multiple = schemas
    .map((schema) => keyword(schema, 'multipleOf'))
    .find((value) => typeof value === 'number' && value > 0) as number | undefined
  const isWhole = type === 'integer'
  const step =
    multiple !== undefined && (!isWhole || Number.isInteger(multiple)) ? multiple : undefined
  const unit = step ?? (isWhole ? 1 : undefined)
  const min = highest(schemas, 'minimum', 'exclusiveMinimum')
  const max = lowest(schemas, 'maximum', 'exclusiveMaximum')

  return {
    type: 'number',
    step: unit ?? 'any',
    ...pick('min', isBound(min, isWhole) ? roundUp(min, unit) : undefined),
    ...pick('max', isBound(max, isWhole) ? (isWhole ? Math.floor(max) : max) : undefined),
  }
}

/** Every integer is within ±(2^53−1), so the schema says nothing with it. */
function isBound(value: number | undefined, isWhole: boolean): value is number {
  return value !== undefined && !(isWhole && Math.abs(value) >= Number.MAX_SAFE_INTEGER)
}

/** The first multiple that is not below `value`, because HTML counts steps from `min`. */
function roundUp(value: number, unit: number | undefined): number {
  if (unit === undefined) return value
  const steps = value / unit
  if (Number.isInteger(unit)) return Math.ceil(steps) * unit
  // With fractions, a quotient or a product may be a little more than the exact one: 1.1 / 0.01 is 110.00000000000001.
  const nearest = Math.round(steps)
  const isExact = Math.abs(steps - nearest) <= Math.abs(steps) * 1e-12
  return Number(((isExact ? nearest : Math.ceil(steps)) * unit).toPrecision(15))
}

function isRequired({ hasDefault, isRequired, shape }: PropertyShape, type: string): boolean {
  const { isNullable, items, members, schemas } = shape
  if (!isRequired || hasDefault || isNullable || items !== undefined) return false
  if (type === 'checkbox') return members.length === 1 && members[0] === true
  if (members.includes('')) return false
  if (!shape.isString) return true

  return schemas.some(
    (schema) =>
      Number(keyword(schema, 'minLength') ?? 0) >= 1 ||
      ['email', 'uri', 'date'].includes(String(keyword(schema, 'format'))) ||
      refusesEmpty(keyword(schema, 'pattern')),
  )
}

function refusesEmpty(source: unknown): boolean {
  if (typeof source !== 'string') return false
  try {
    return !new RegExp(source, 'u').test('')
  } catch {
    return false
  }
}

function defaultTexts({ shape }: PropertyShape): string[] | undefined {
  const value = first(shape.schemas, 'default')
  if (value === undefined || value === null || value === false) return undefined
  if (value === true) return ['on']
  const list = [value].flat()

  return list.every((item) => typeof item !== 'object') ? list.map(String) : undefined
}

function describe(schemas: readonly JsonSchema[]): Partial<Rules> {
  const examples = first(schemas, 'examples')
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const example =
    Array.isArray(examples) && typeof examples[0] !== 'object' ? examples[0] : undefined

  return {
    ...pick('label', text(first(schemas, 'title'))),
    ...pick('description', text(first(schemas, 'description'))),
    ...pick('placeholder', example === undefined ? undefined : String(example)),
    ...(first(schemas, 'readOnly') === true && { readOnly: true }),
    ...pick('autoComplete', text(first(schemas, 'autocomplete'))),
  }
}

function isScalar({ isFile, isString, number, isBoolean, members, items }: Shape): boolean {
  return (
    isFile ||
    isString ||
    number !== undefined ||
    isBoolean ||
    members.length > 0 ||
    items !== undefined
  )
}

function first(schemas: readonly JsonSchema[], name: string): unknown {
  return schemas.map((schema) => keyword(schema, name)).find((value) => value !== undefined)
}

function numbers(schemas: readonly JsonSchema[], names: readonly string[]): number[] {
  return schemas
    .flatMap((schema) => names.map((name) => keyword(schema, name)))
    .filter((value) => typeof value === 'number')
}

/** The strictest lower bound. All schemas have to hold. */
function highest(schemas: readonly JsonSchema[], ...names: string[]): number | undefined {
  const found = numbers(schemas, names)
  return found.length > 0 ? Math.max(...found) : undefined
}

function lowest(schemas: readonly JsonSchema[], ...names: string[]): number | undefined {
  const found = numbers(schemas, names)
  return found.length > 0 ? Math.min(...found) : undefined
}

function pick<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}

function checked(check: FieldCheck): { check?: FieldCheck } {
  return Object.keys(check).length > 0 ? { check } : {}
}
