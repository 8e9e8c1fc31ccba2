import type { FieldCheck, FieldRules, FieldSet, FieldTree } from '../../internal/forms/fields.ts'
import { isSecret } from './secrets.ts'
import type { ObjectShape, PropertyShape, Rules, Shape } from './shape.ts'

/**
 * Creates the fields of a schema, for a browser.
 *
 * The browser accepts every value that the JSON Schema of the input accepts: no rule here is stricter than the schema.
 *
 * @param lists Whether lists of rows have fields
 */
export function readFieldSet({ object }: Shape, lists = true): FieldSet {
  if (object === undefined) return {}
  if (object.by === undefined) return readTree(object.properties, '', [object], lists)

  return {
    by: object.by.key,
    of: Object.fromEntries(
      Array.from(object.variants, ([form, properties]) => [
        form,
        readTree(properties, '', [object], lists),
      ]),
    ),
  }
}

function readTree(
  properties: readonly PropertyShape[],
  prefix: string,
  around: readonly ObjectShape[],
  lists: boolean,
): FieldTree {
  const tree: Record<string, FieldRules | FieldTree> = Object.create(null)
  for (const property of properties) {
    const { key, shape } = property
    const { object, items, isScalar, rows } = shape
    const name = prefix + key
    const inner = rows?.object ?? object
    const below = (): FieldTree =>
      readTree(inner!.properties, `${name}.`, [...around, inner!], lists)

    if (inner === undefined || isScalar || items) tree[key] = readField(property, name)
    // A form cannot show a union inside a form. Without the other check, the fields of a schema that contains itself would
    // not end.
    else if (inner.by !== undefined || (rows && !lists)) tree[key] = { type: 'json' }
    else if (!around.includes(inner)) tree[key] = rows ? listRules(shape, below()) : below()
  }

  return tree
}

/** The maximum number of empty rows that a list begins with. */
const maxStart = 20

function listRules(shape: Shape, row: FieldTree): FieldRules {
  const { minItems = 0, maxItems, default: given } = shape.rules()
  const preset: readonly unknown[] = Array.isArray(given)
    ? given.map((item) => withoutSecrets(item, row))
    : Array.from({ length: Math.min(minItems, maxStart) }, () => ({}))
  return {
    type: hasFile(row) ? 'file' : 'rows',
    row,
    ...pick('max', maxItems),
    ...(preset.length > 0 && { preset }),
  }
}

/** Copies the values that fields show, without secrets. Secrets are never shown, not even as a default. */
function withoutSecrets(value: unknown, tree: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return null
  const copy = (inner: unknown, rules: FieldRules | FieldTree): unknown => {
    if (typeof rules.type !== 'string') return withoutSecrets(inner, rules as FieldTree)
    const { row } = rules as FieldRules
    return row && Array.isArray(inner) ? inner.map((item) => withoutSecrets(item, row)) : inner
  }
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([key, { secret }]) => Object.hasOwn(value, key) && secret !== true)
      .map(([key, rules]) => [key, copy((value as Record<string, unknown>)[key], rules)]),
  )
}

function hasFile(tree: FieldTree): boolean {
  return Object.values(tree).some((rules) =>
    typeof rules.type === 'string' ? rules.type === 'file' : hasFile(rules as FieldTree),
  )
}

function readField(property: PropertyShape, name: string): FieldRules {
  const { shape } = property
  if (shape.json) return { type: 'json' }

  const rules = {
    ...typeRules(property),
    ...describe(shape.rules()),
    ...(isSecret(name, [shape]) && { secret: true }),
  }
  const value = rules.secret ? undefined : defaultTexts(shape.rules())

  return {
    ...rules,
    ...(isPassword(name, rules) && { type: 'password' }),
    ...(isRequired(property, rules.type) && { required: true }),
    ...(value && { value }),
  }
}

/** A browser hides the value of a field with a secret name, unless `autocomplete` says that it is not a password. */
function isPassword(name: string, rules: FieldRules): boolean {
  const { autoComplete, multiple, options, secret, type } = rules
  if (!secret || type !== 'text' || multiple || options) return false
  return autoComplete === undefined ? isSecret(name, []) : /-password\b/i.test(autoComplete)
}

type OwnRules = { -readonly [Name in keyof FieldRules]: FieldRules[Name] }

function typeRules(property: PropertyShape): OwnRules {
  const { isFile, isString, number, isBoolean, members, items } = property.shape
  const rules = property.shape.rules()
  const kinds = [isFile, isString, number !== undefined, isBoolean && members.length === 0, items]
  const isMixed = kinds.filter(Boolean).length > 1
  if (isMixed) return { type: 'text' }
  if (items !== undefined) return arrayRules(property)
  if (isFile) return fileRules(rules)

  const texts = members.filter((member) => typeof member !== 'boolean')
  if (texts.length > 0 && !isString) return { type: 'text', options: texts.map(String) }
  if (isBoolean || members.length > 0) return { type: 'checkbox' }
  if (number !== undefined) return numberRules(rules, number)
  return isString ? textRules(rules) : { type: 'text' }
}

function arrayRules({ hasDefault, isRequired, shape }: PropertyShape): OwnRules {
  const { minItems, maxItems } = shape.rules()
  const { rest } = shape.items!
  const inner = rest.isFile ? fileRules(rest.rules()) : { type: 'text' }
  const options = rest.members.map(String)
  const check = {
    ...('check' in inner ? inner.check : {}),
    // If no option is chosen, an optional array is missing instead of empty.
    ...((isRequired || hasDefault) && pick('minItems', minItems)),
    ...pick('maxItems', maxItems),
  }

  return {
    ...inner,
    multiple: true,
    ...(options.length > 0 && !rest.isString && { options }),
    ...checked(check),
  }
}

function fileRules({ mediaTypes, minLength, maxLength }: Rules): OwnRules {
  return {
    type: 'file',
    ...(mediaTypes.length > 0 && { accept: mediaTypes.join() }),
    ...checked({ ...pick('minSize', minLength), ...pick('maxSize', maxLength) }),
  }
}

/** The formats that have their own type of input. Browsers send neither seconds nor a zone for times. */
const inputTypes: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
  ['password', 'password'],
])

function textRules({ formats, maxLength, minLength, patterns }: Rules): OwnRules {
  const type = formats.map((format) => inputTypes.get(format)).find(Boolean) ?? 'text'
  const own = type === 'text' ? patterns.find(isHtmlPattern) : undefined
  const rest = patterns.filter((source) => source !== own && compiles(source, 'u'))

  return {
    type,
    ...pick('minLength', minLength),
    ...pick('maxLength', maxLength),
    ...(own !== undefined && { pattern: wholePattern(own) }),
    ...(rest.length > 0 && { check: { pattern: rest } }),
  }
}

/**
 * Whether the `pattern` attribute means the same as this regular expression. In the attribute, `&&` and `--` in a class are
 * operators, because of its `v` flag.
 */
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

/** Extends a pattern to the whole value. A schema matches any part of the value, and HTML matches the whole. */
function wholePattern(source: string): string {
  const isAnchored = /^\^(?:[^|\\]|\\[^])*\$$/.test(source) && !/[^\\](?:\\\\)*\\\$$/.test(source)
  return isAnchored ? source : `[\\s\\S]*(?:${source})[\\s\\S]*`
}

function numberRules(rules: Rules, type: 'integer' | 'number'): OwnRules {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules
  const isWhole = type === 'integer'
  const step =
    multipleOf !== undefined && (!isWhole || Number.isInteger(multipleOf)) ? multipleOf : undefined
  const unit = step ?? (isWhole ? 1 : undefined)
  const min = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity)
  const max = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity)

  return {
    type: 'number',
    step: unit ?? 'any',
    ...(isBound(min, isWhole) && { min: roundUp(min, unit) }),
    ...(isBound(max, isWhole) && { max: isWhole ? Math.floor(max) : max }),
  }
}

/** Whether a bound is a rule of the app. Libraries add ±(2^53−1) to all integers. */
function isBound(value: number, isWhole: boolean): boolean {
  return Number.isFinite(value) && !(isWhole && Math.abs(value) >= Number.MAX_SAFE_INTEGER)
}

/** Returns the first multiple that is not below `value`, because HTML counts steps from `min`. */
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
  const { isNullable, items, members } = shape
  if (!isRequired || hasDefault || isNullable || items !== undefined) return false
  if (type === 'checkbox') return members.length === 1 && members[0] === true
  if (members.includes('')) return false
  if (!shape.isString) return true

  const rules = shape.rules()
  return (
    (rules.minLength ?? 0) >= 1 ||
    rules.formats.some((format) => ['email', 'uri', 'date'].includes(format)) ||
    rules.patterns.some((source) => compiles(source, 'u') && !new RegExp(source, 'u').test(''))
  )
}

function defaultTexts({ default: value }: Rules): string[] | undefined {
  if (value === undefined || value === null || value === false) return undefined
  if (value === true) return ['on']
  const list = [value].flat()

  return list.every((item) => typeof item !== 'object') ? list.map(String) : undefined
}

function describe(rules: Rules): Partial<OwnRules> {
  const { title, description, examples, isReadOnly, autocomplete } = rules
  const [example] = examples
  const isShown = example !== undefined && typeof example !== 'object'

  return {
    ...pick('label', title),
    ...pick('description', description),
    ...(isShown && { placeholder: String(example) }),
    ...(isReadOnly && { readOnly: true }),
    ...pick('autoComplete', autocomplete),
  }
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
