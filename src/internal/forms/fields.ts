/** The attributes of an `<input>` that a schema determines, under the names of React. */
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

/**
 * The rules of a form's field that a browser may know. Everything here is public. The type is `json` if a form cannot
 * express the value.
 */
export interface FieldRules extends FieldAttributes {
  /** The values of an `enum`. */
  readonly options?: readonly string[]
  /** The default, as the strings that a form would send. */
  readonly value?: readonly string[]
  readonly label?: string
  readonly description?: string
  /** Whether its value is never shown again. */
  readonly secret?: boolean
  /** The rules that HTML cannot express. */
  readonly check?: FieldCheck
  /** The messages of the schema, by the rule that is broken. */
  readonly messages?: FieldMessages
  /** The fields of each row of a list, which has at most `max`. Its type is `file` if its rows have files, else `rows`. */
  readonly row?: FieldTree
  /** The rows that a list has at first, as JSON. */
  readonly preset?: readonly unknown[]
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

/** An entry for each field of a schema's input. Objects nest. A union has the fields of all its variants. */
export type FieldMap<Input, Field> = {
  readonly [Name in FieldName<Input>]: FieldEntry<NonNullable<ValueOf<Input, Name>>, Field>
}

/** The names of all variants. */
export type FieldName<Input> = Input extends unknown ? keyof Input : never

/** The type of a name in the variants that have it. */
export type ValueOf<Input, Name extends PropertyKey> = Input extends {
  readonly [Key in Name]?: infer Value
}
  ? Value
  : never

type FieldEntry<Value, Field> =
  IsList<Value> extends true
    ? FieldList<RowOf<Value>, Field>
    : [Value] extends [Date | Blob | readonly unknown[]]
      ? Field
      : [Value] extends [object]
        ? FieldMap<Value, Field>
        : Field

/** Whether a value is an array of objects. */
export type IsList<Value> = [Value] extends [readonly (infer Row)[]]
  ? [Row] extends [object]
    ? [Row] extends [Date | Blob | readonly unknown[]]
      ? false
      : true
    : false
  : false

export type RowOf<Value> = Value extends readonly (infer Row)[] ? Row : never

/** A list of a form, for `html`: as many rows as the user needs, each with the same fields. */
interface FieldList<Row, Field> {
  readonly rows: readonly FieldRow<Row, Field>[]
  /** The attributes of the submit button that adds a row. */
  readonly add: AttributesOf<Field>
  readonly errorId: string
  readonly errors: readonly string[]
}

interface FieldRow<Row, Field> {
  /** The index of the row in its names. It stays as it is while the user adds and removes rows. */
  readonly key: number
  readonly fields: FieldMap<Row, Field>
  /** The attributes of the hidden `<input>` that sends the row, even if none of its boxes is checked. */
  readonly hidden: AttributesOf<Field>
  /** The attributes of the submit button that removes the row. */
  readonly remove: AttributesOf<Field>
  readonly errorId: string
  readonly errors: readonly string[]
}

type AttributesOf<Field> = Field extends { readonly attributes: infer Attributes }
  ? Attributes
  : never

/** The input of a contract's body. `Of` is a contract, or a route with a contract. `unknown` if it has no body. */
export type BodyOf<Of> = Of extends {
  readonly body: {
    readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined }
  }
}
  ? Input
  : Of extends { readonly contract: infer Own }
    ? BodyOf<NonNullable<Own>>
    : unknown

/** The dotted names that an error can have: the names of fields, and of the items of lists. */
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

/** One mistake in a form. */
export interface FieldError {
  readonly name: string
  readonly message: string
}

/** The values and errors that a form shows. */
export interface FormState {
  readonly id: string
  readonly errors: readonly FieldError[]
  /** The errors that a field shows. */
  readonly claimed: Set<FieldError>
  /** The strings that were sent, or that the URL has, by name. `undefined` if the form was not sent. */
  readonly sent: Readonly<Record<string, readonly string[]>> | undefined
  /** Whether the names come from a URL. It may have only some of them. The other fields then show their defaults. */
  readonly isSearch?: boolean
  /** The values at first. In a row, only the values of the row. */
  readonly values: unknown
  /** The values that lists had at first. If the values change later, the rows stay. */
  readonly start: unknown
  /** The row that the server has added, or the button that gets the focus. */
  readonly focus?: string | undefined
  /** The indexes of the rows of each list, as far as they are known. */
  readonly rows: Record<string, readonly number[]>
  /** The name of the row around the fields, with a dot. */
  readonly prefix?: string
}

/** One field, with its value and its errors. */
export interface FieldState {
  readonly id: string
  readonly name: string
  readonly errors: readonly string[]
  readonly texts: readonly string[]
  /** The string that the field shows. For an array, the first one. */
  readonly value: string
  /** The attributes of its `<input>`, without the value. */
  readonly attributes: FieldAttributes
  readonly options: readonly string[]
  readonly label: string | undefined
  readonly description: string | undefined
  readonly check: FieldCheck | undefined
  readonly messages: FieldMessages | undefined
  /** Whether its value is never shown again. */
  readonly secret?: boolean | undefined
}

/** Returns the tree of a set: an object's, or that of one variant of a union. */
export function treeOf(set: FieldSet = {}, form: string | undefined): FieldTree {
  // In an object, `by` can only be a field.
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
    // In an object, `type` can only be a field.
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

/** The name of the buttons that add and remove rows. */
export const rowsField = '_rows'

/**
 * Creates the rows of a list: the rows that were sent, else those of `start`, else those that the list has at first.
 *
 * @param create Creates a row from its name, its index and the state of its fields
 */
export function mapRows<Row>(
  list: string,
  { preset = [] }: FieldRules,
  state: FormState,
  create: (name: string, index: number, state: FormState) => Row,
): Row[] {
  const { focus, prefix = '', rows, sent, start } = state
  const given = [valueAt(start, list.slice(prefix.length)) ?? preset].flat()
  const sentRows = sent && rowsAmong(sent, list)

  return (rows[list] ??= Object.keys(sentRows ?? given).map(Number)).map((index) => {
    const name = `${list}.${index}`
    // A new row shows nothing of a row that was removed.
    const values = sent ? undefined : given[index]
    return create(name, index, {
      ...state,
      values,
      start: values,
      // A row gets only its own names, so that lists in rows do not search all of them.
      sent: focus === name ? undefined : sentRows?.[index],
      prefix: `${name}.`,
    })
  })
}

/** The names that were sent for each row of a list, by its index. An object has such keys in numeric order. */
export function rowsAmong(
  sent: NonNullable<FormState['sent']>,
  list: string,
): Record<number, Record<string, readonly string[]>> {
  const rows: ReturnType<typeof rowsAmong> = {}
  for (const name of Object.keys(sent)) {
    if (!name.startsWith(`${list}.`)) continue
    const row = (rows[parseInt(name.slice(list.length + 1))] ??= {})
    row[name] = sent[name]!
  }
  return rows
}

/**
 * Makes a value without a field throw when the field is used. Only JSON can express such a value, or it is a list of a
 * search.
 */
export function refuseField(fields: object, key: string, name: string): void {
  Object.defineProperty(fields, key, {
    get() {
      throw new TypeError(
        `Cannot use the field "${name}": its value has no field in this form. Send it as JSON, or write a list of a search with href().`,
      )
    },
  })
}

/** Whether an error belongs to a field. The error of an item belongs to the field of the array. */
export function isWithin(name: string, field: string): boolean {
  return name === field || name.startsWith(`${field}.`)
}

/** What a field shows: the value that was sent, else that of the form, else the default of the schema, with its rules and errors. */
export function stateOf(
  name: string,
  rules: FieldRules,
  { claimed, errors, id: start, isSearch, prefix = '', sent, values }: FormState,
): FieldState {
  const { check, description, label, messages, options = [], row, secret, ...rest } = rules
  const { value: preset = [], ...own } = rest
  const id = start + name
  const typed = sent && (Object.hasOwn(sent, name) ? sent[name] : isSearch ? undefined : [])
  const texts = secret || row ? [] : (typed ?? textsAt(values, name.slice(prefix.length)) ?? preset)
  const [value = ''] = texts
  const { min = 0, step } = own
  // HTML counts steps from the value, so a value between two steps would make every whole number invalid.
  const isBetween = value && ((+value - min) / +step!) % 1

  return {
    id,
    name,
    errors: errors
      // A list and a row have only errors of their own.
      .filter(
        (error) => (row ? error.name === name : isWithin(error.name, name)) && claimed.add(error),
      )
      .map(({ message }) => message),
    texts,
    value,
    attributes: isBetween ? { ...own, step: 'any' } : own,
    options,
    label,
    description,
    check,
    messages,
    ...(secret && { secret }),
  }
}

function valueAt(values: unknown, name: string): any {
  let value = values as any
  for (const key of name.split('.')) {
    // A property that every object inherits, such as `constructor`, is not a value.
    value = key in {} && !Object.hasOwn(Object(value), key) ? undefined : value?.[key]
  }
  return value
}

function textsAt(values: unknown, name: string): string[] | undefined {
  const value = valueAt(values, name)
  if (value === undefined) return undefined

  return [value === false ? [] : (value ?? [])]
    .flat()
    .map((item) => (item === true ? 'on' : String(item.toJSON?.() ?? item)))
}

/** Whether a box is checked. If it is one of several, its value decides. */
export function isChecked({ texts }: FieldState, value?: string): boolean {
  return value === undefined ? ['on', 'true', '1'].includes(texts.at(-1)!) : texts.includes(value)
}
