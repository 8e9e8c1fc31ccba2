/** The attributes of an `<input>` that a schema determines, by the names of React. */
export interface FieldAttributes {
  readonly type: string
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
  readonly multiple?: boolean
  readonly accept?: string
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly autoComplete?: string
}

/** What a browser may know about a field of a form. Everything here is public. Its type is `json` if a form cannot express the value. */
export interface FieldRules extends FieldAttributes {
  /** The values of an `enum`. */
  readonly options?: readonly string[]
  /** The default, as the texts that a form would send. */
  readonly value?: readonly string[]
  readonly label?: string
  readonly description?: string
  /** Whether its value is never shown again. */
  readonly secret?: boolean
  /** What HTML cannot say. */
  readonly check?: FieldCheck
}

/** Rules of a field that only the early check in the browser knows. */
export interface FieldCheck {
  readonly pattern?: readonly string[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minSize?: number
  readonly maxSize?: number
}

/** The fields of an object, by name. Objects nest. */
export interface FieldTree {
  readonly [name: string]: FieldRules | FieldTree
}

/** The fields of a schema: of an object, or of the variants of a union by the text of the discriminator. */
export type FieldSet = FieldTree | FieldUnion

export interface FieldUnion {
  readonly by: string
  readonly of: Readonly<Record<string, FieldTree>>
}

/** The fields of a contract. */
export interface Fields {
  readonly body?: FieldSet
  readonly search?: FieldSet
}

/** An entry for each field of what a schema takes. Objects nest. In a union, these are the fields of all variants. */
export type FieldMap<Input, Field> = {
  readonly [Name in NameOf<Input>]: FieldEntry<
    NonNullable<Input extends { readonly [Key in Name]?: infer Value } ? Value : never>,
    Field
  >
}

type NameOf<Input> = Input extends unknown ? keyof Input : never

type FieldEntry<Value, Field> = [Value] extends [Date | Blob | readonly unknown[]]
  ? Field
  : [Value] extends [object]
    ? FieldMap<Value, Field>
    : Field

/** One thing that is wrong with a form. */
interface FieldError {
  readonly name: string
  readonly message: string
}

/** What a form shows. */
export interface FormState {
  readonly id: string
  readonly errors: readonly FieldError[]
  /** The texts that were sent or that the URL has, by name. `undefined` if the form was not sent. */
  readonly sent: ((name: string) => readonly string[] | undefined) | undefined
  /** The values to begin with. */
  readonly values: unknown
}

/** One field with what it shows. */
export interface FieldState {
  readonly name: string
  readonly rules: FieldRules
  readonly id: string
  readonly errorId: string
  readonly errors: readonly string[]
  readonly texts: readonly string[]
}

/**
 * Returns the tree of a set: that of an object, or of one variant of a union.
 *
 * @throws {TypeError} If the set is a union and `form` does not name a variant
 */
export function treeOf(set: FieldSet | undefined, form: string | undefined): FieldTree {
  if (set === undefined || !isUnion(set)) return set ?? {}
  if (form !== undefined && Object.hasOwn(set.of, form)) return set.of[form]!

  const names = Object.keys(set.of).join('", "')
  throw new TypeError(`Cannot use the form "${form}". Pass a form: "${names}"`)
}

function isUnion(set: FieldSet): set is FieldUnion {
  return typeof set['by'] === 'string'
}

/** Creates the fields of a tree, as `create` makes them. A field that only JSON can express throws when it is used. */
export function mapFields(
  tree: FieldTree,
  state: FormState,
  create: (field: FieldState) => unknown,
  prefix = '',
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(tree)) {
    const rules = tree[key]!
    const name = prefix + key
    if (!isRules(rules)) fields[key] = mapFields(rules, state, create, `${name}.`)
    else if (rules.type !== 'json') fields[key] = create(stateOf(name, rules, state))
    else {
      Object.defineProperty(fields, key, {
        get() {
          throw new TypeError(`Cannot use the field "${name}": only JSON can express its value`)
        },
      })
    }
  }

  return fields
}

/** The messages that belong to no field of a tree. */
export function otherErrors(tree: FieldTree, errors: readonly FieldError[]): string[] {
  return errors.filter(({ name }) => !hasField(tree, name)).map(({ message }) => message)
}

function hasField(tree: FieldTree, name: string, prefix = ''): boolean {
  return Object.keys(tree).some((key) => {
    const rules = tree[key]!
    return isRules(rules) ? isWithin(name, prefix + key) : hasField(rules, name, `${prefix}${key}.`)
  })
}

function isRules(rules: FieldRules | FieldTree): rules is FieldRules {
  return typeof rules.type === 'string'
}

/** An error of an item belongs to the field of the array. */
function isWithin(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}.`)
}

function stateOf(
  name: string,
  rules: FieldRules,
  { errors, id, sent, values }: FormState,
): FieldState {
  const own = `${id}${name}`
  return {
    name,
    rules,
    id: own,
    errorId: `${own}-error`,
    errors: errors.filter((error) => isWithin(error.name, name)).map(({ message }) => message),
    texts: rules.secret ? [] : (sent?.(name) ?? textsAt(values, name) ?? rules.value ?? []),
  }
}

function textsAt(values: unknown, name: string): string[] | undefined {
  let value = values
  for (const key of name.split('.')) {
    value = (value as Record<string, unknown> | null | undefined)?.[key]
  }
  if (value === undefined) return undefined
  if (value === null || value === false) return []
  if (value === true) return ['on']

  return [value].flat().map((item) => (item instanceof Date ? item.toISOString() : String(item)))
}

/** The attributes of the `<input>` of a field, by the names of React, without its value. */
export function inputAttributes({ rules, texts }: FieldState): Record<string, unknown> {
  const { check: _, description: _d, label: _l, options: _o, secret: _s, value: _v, ...own } = rules
  const attributes: Record<string, unknown> = own
  // HTML counts steps from the value, so a value between two steps would make every whole number invalid.
  const { min = 0, step } = rules
  const isBetween = texts[0] && step && ((Number(texts[0]) - min) / Number(step)) % 1
  if (isBetween) attributes['step'] = 'any'

  return attributes
}

/** Whether a box is checked: by its value if it is one of several. */
export function isChecked({ texts }: FieldState, value?: string): boolean {
  return value === undefined ? /^(?:on|true|1)$/.test(texts.at(-1) ?? '') : texts.includes(value)
}
