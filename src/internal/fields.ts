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
  /** The default, as the strings that a form would send. */
  readonly value?: readonly string[]
  readonly label?: string
  readonly description?: string
  /** Whether its value is never shown again. */
  readonly secret?: boolean
  /** What HTML cannot say. */
  readonly check?: FieldCheck
  /** What the schema says about a broken rule. */
  readonly messages?: FieldMessages
}

/** Messages by rule: a name of `ValidityState`, a name of {@link FieldCheck}, or the source of one of its patterns. */
export type FieldMessages = Readonly<Record<string, string>>

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

/** The fields of a schema: of an object, or of the variants of a union by the value of the discriminator. */
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
  readonly [Name in FieldName<Input>]: FieldEntry<NonNullable<ValueOf<Input, Name>>, Field>
}

/** The names of all variants. */
export type FieldName<Input> = Input extends unknown ? keyof Input : never

/** What a name stands for in the variants that have it. */
export type ValueOf<Input, Name extends PropertyKey> = Input extends {
  readonly [Key in Name]?: infer Value
}
  ? Value
  : never

type FieldEntry<Value, Field> = [Value] extends [Date | Blob | readonly unknown[]]
  ? Field
  : [Value] extends [object]
    ? FieldMap<Value, Field>
    : Field

/** What the body of a contract takes. `Of` is a contract, or a route with one. `unknown` if it has no body. */
export type BodyOf<Of> = Of extends {
  readonly body: {
    readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined }
  }
}
  ? Input
  : Of extends { readonly contract: infer Own }
    ? BodyOf<NonNullable<Own>>
    : unknown

/** The dotted names that an error can have: those of fields, and of the items of lists. */
export type ErrorName<Input, Depth extends readonly 0[] = []> = Depth['length'] extends 4
  ? string // A type may contain itself.
  : Input extends unknown
    ? {
        [Name in keyof Input & string]-?: NameIn<Name, NonNullable<Input[Name]>, Depth>
      }[keyof Input & string]
    : never

type NameIn<Name extends string, Value, Depth extends readonly 0[]> = Value extends
  | Date
  | Blob
  | bigint
  | boolean
  | number
  | string
  ? Name
  : Value extends readonly unknown[]
    ? Name | `${Name}.${string}`
    : Value extends object
      ? `${Name}.${ErrorName<Value, [...Depth, 0]>}`
      : Name

/** One thing that is wrong with a form. */
export interface FieldError {
  readonly name: string
  readonly message: string
}

/** What a form shows. */
export interface FormState {
  readonly id: string
  readonly errors: readonly FieldError[]
  /** Returns the strings that were sent, or that the URL has. `undefined` if the form was not sent. */
  readonly sent: (name: string) => readonly string[] | undefined
  /** The values to begin with. */
  readonly values: unknown
}

/** One field with what it shows. */
export interface FieldState {
  readonly id: string
  readonly name: string
  readonly errors: readonly string[]
  readonly texts: readonly string[]
  /** The string that the field shows. For an array, the first one. */
  readonly value: string
  /** Of its `<input>`, without the value. */
  readonly attributes: FieldAttributes
  readonly options: readonly string[]
  readonly label: string | undefined
  readonly description: string | undefined
  readonly check: FieldCheck | undefined
  readonly messages: FieldMessages | undefined
}

/** Returns the tree of a set: that of an object, or of one variant of a union. */
export function treeOf(set: FieldSet = {}, form: string | undefined): FieldTree {
  // A field with the name `by` is an object.
  return typeof set['by'] === 'string' ? (set as FieldUnion).of[form!]! : (set as FieldTree)
}

/** Throws if a set has several forms, and `form` is not one of them. */
export function requireForm(set: FieldSet = {}, form: string | undefined): void {
  const { of } = set as FieldUnion
  if (treeOf(set, form) === set || Object.hasOwn(of, String(form))) return
  throw new TypeError(
    `Cannot use the form "${form}". Pass a form: "${Object.keys(of).join('", "')}"`,
  )
}

/**
 * Creates the fields of a tree.
 *
 * @param add Adds a field to `fields` as `key`
 */
export function mapFields(tree: FieldTree, add: AddField, prefix = ''): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(tree)) {
    const rules = tree[key]!
    const name = prefix + key
    // A field with the name `type` is an object.
    if (typeof rules.type === 'string') add(fields, key, name, rules as FieldRules)
    else fields[key] = mapFields(rules as FieldTree, add, `${name}.`)
  }

  return fields
}

type AddField = (
  fields: Record<string, unknown>,
  key: string,
  name: string,
  rules: FieldRules,
) => void

/** Makes a field that only JSON can express throw when it is used. */
export function refuseField(fields: object, key: string, name: string): void {
  Object.defineProperty(fields, key, {
    get() {
      throw new TypeError(
        `Cannot use the field "${name}": only JSON can express its value. Send it as JSON, without a field.`,
      )
    },
  })
}

/** Whether an error belongs to a field. That of an item belongs to the field of the array. */
export function isWithin(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}.`)
}

/** What a field of a form shows. */
export function stateOf(
  name: string,
  rules: FieldRules,
  { errors, id: prefix, sent, values }: FormState,
): FieldState {
  const { check, description, label, messages, options = [], secret, ...rest } = rules
  const { value: preset = [], ...own } = rest
  const id = prefix + name
  const texts = secret ? [] : (sent(name) ?? textsAt(values, name) ?? preset)
  const [value = ''] = texts
  const { min = 0, step } = own
  // HTML counts steps from the value, so a value between two steps would make every whole number invalid.
  const isBetween = value && ((+value - min) / +step!) % 1

  return {
    id,
    name,
    errors: errors.filter((error) => isWithin(error.name, name)).map(({ message }) => message),
    texts,
    value,
    attributes: isBetween ? { ...own, step: 'any' } : own,
    options,
    label,
    description,
    check,
    messages,
  }
}

function textsAt(values: unknown, name: string): string[] | undefined {
  let value = values as any
  for (const key of name.split('.')) {
    // A property that every object inherits, such as `constructor`, is not a value.
    value = key in {} && !Object.hasOwn(Object(value), key) ? undefined : value?.[key]
  }
  if (value === undefined) return undefined

  return [value === false ? [] : (value ?? [])]
    .flat()
    .map((item) => (item === true ? 'on' : String(item.toJSON?.() ?? item)))
}

/** Whether a box is checked: by its value if it is one of several. */
export function isChecked({ texts }: FieldState, value?: string): boolean {
  return value === undefined ? ['on', 'true', '1'].includes(texts.at(-1)!) : texts.includes(value)
}
