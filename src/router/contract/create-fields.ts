import { html, type SafeHtml } from '../../http/html-template/index.ts'
import { escapeHtml } from '../../http/html-template/shared.ts'
import {
  isChecked,
  mapFields,
  mapRows,
  refuseField,
  requireForm,
  rowsField,
  stateOf,
  treeOf,
  type FieldMap,
  type FieldRules,
  type FieldState,
  type FieldTree,
  type FormState,
} from '../../internal/forms/fields.ts'
import { readFieldSet } from './constraints.ts'
import { shownErrors, type Failure } from './failure.ts'
import type { Schema } from './contract.ts'
import { readShape } from './read-shape.ts'

/** Options for {@link createFields}. */
export interface CreateFieldsOptions {
  /** The reasons to refuse the form: the second argument of `invalid` and `onInvalid`. */
  readonly failure?: Omit<Failure, 'status'> | undefined
  /** The values to begin with, such as the record to edit. */
  readonly values?: unknown
  /** The variant of a union: the value of its discriminator. */
  readonly form?: string
}

/**
 * The fields of a schema's input, for `html`. Objects nest, and lists have rows. A union has the fields of all its variants.
 */
export type HtmlFieldsOf<Input> = FieldMap<Input, HtmlField>

/** One field of a form, for `html`. */
export interface HtmlField {
  readonly id: string
  readonly name: string
  /** The attributes of its `<input>`, with the value that it shows. */
  readonly attributes: SafeHtml
  /** The id of the element for its messages. */
  readonly errorId: string
  readonly errors: readonly string[]
  /** The values of an `enum`. */
  readonly options: readonly string[]
  /** The value that the field shows. */
  readonly value: string
}

/**
 * Creates the fields of a form for `html`, with the constraints of a schema, the errors and the values that were sent.
 *
 * @param schema The schema of the body
 * @param options A failure, the values to begin with, and the variant of a union
 * @returns The fields by name
 *
 * @example
 * const fields = createFields(NewBook, { failure })
 * html`<input ${fields.title.attributes} /> <p id="${fields.title.errorId}">${fields.title.errors}</p>`
 */
export function createFields<Input>(
  schema: Schema<Input, unknown>,
  { failure, form, values }: CreateFieldsOptions = {},
): HtmlFieldsOf<Input> {
  const shape = readShape(schema)
  const isOwn = failure !== undefined && (form === undefined || failure.form === form)
  const set = shape === null ? {} : readFieldSet(shape)
  requireForm(set, form)

  const state: FormState = {
    id: form === undefined ? '' : `${form}-`,
    errors: isOwn ? shownErrors(failure) : [],
    claimed: new Set(),
    sent: isOwn ? failure.values : undefined,
    values,
    start: values,
    rows: Object.create(null),
    focus: isOwn ? failure.focus : undefined,
  }

  return createGroup(treeOf(set, form), state) as HtmlFieldsOf<Input>
}

function createGroup(tree: FieldTree, state: FormState): Record<string, unknown> {
  return mapFields(
    tree,
    (fields, key, name, rules) => {
      if (rules.type === 'json') refuseField(fields, key, name)
      else if (rules.row) fields[key] = createList(name, rules, state)
      else fields[key] = createField(stateOf(name, rules, state), isFocused(state, state.prefix))
    },
    state.prefix,
  )
}

function createList(name: string, rules: FieldRules, state: FormState): object {
  const button = (value: string): object => ({
    name: rowsField,
    value,
    formNoValidate: true,
    autoFocus: state.focus === value,
  })

  const rows = mapRows(name, rules, state, (row, index, ofRow) => ({
    ...createField(stateOf(row, rules, state)),
    key: index,
    fields: createGroup(rules.row!, ofRow),
    hidden: print({ type: 'hidden', name: row, value: '' }),
    remove: print({ ...button(`-${row}`) }),
  }))

  return {
    ...createField(stateOf(name, rules, state)),
    rows,
    add: print({ ...button(`+${name}`), disabled: rows.length >= rules.max! }),
  }
}

/** Whether the fields of a new row get the focus. A browser focuses the first field that it can focus. */
function isFocused({ focus }: FormState, prefix: string | undefined): boolean {
  return focus !== undefined && prefix === `${focus}.`
}

function createField(state: FieldState, autoFocus = false): HtmlField {
  const { id, name, attributes, errors, options, value } = state
  const errorId = `${id}-error`
  const { type } = attributes

  return {
    id,
    name,
    attributes: print({
      id,
      name,
      ...attributes,
      autoFocus,
      ...(type === 'checkbox' ? { checked: isChecked(state) } : {}),
      ...(type === 'checkbox' || type === 'file' ? {} : { value }),
      ...(errors.length > 0 && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
    }),
    errorId,
    errors,
    options,
    value,
  }
}

function print(attributes: Record<string, unknown>): SafeHtml {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== false && value !== undefined)
    .map(([name, value]) =>
      value === true ? name.toLowerCase() : `${name.toLowerCase()}="${escapeHtml(String(value))}"`,
    )

  // The names are ours, and the values are escaped.
  return html.raw`${text.join(' ')}`
}
