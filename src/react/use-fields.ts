import { use, useEffect, useId, useRef, useState, type RefCallback } from 'react'
import type { Schema } from '../contract/index.ts'
import {
  isChecked,
  isWithin,
  mapFields,
  mapRows,
  refuseField,
  requireForm,
  rowsField,
  stateOf,
  treeOf,
  type FieldAttributes,
  type FieldError,
  type FieldName,
  type FieldRules,
  type FieldState,
  type FieldTree,
  type FormState,
  type IsList,
  type RowOf,
  type ValueOf,
} from '../internal/fields.ts'
import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { Route } from '../routes/index.ts'
import { canBeServer } from './can-be-server.ts'
import { TransitionContext, usePage, useRoute } from './contexts.ts'
import { warn } from './warn.ts'
import { watchForm, type FormWatch } from './watch-form.ts'

/** A build for the browser leaves out what explains a developer's mistake. */
const canExplain = canBeServer || process.env.NODE_ENV !== 'production'

/** Options of {@link useFields}. `Input` is what the schema takes. */
export type UseFieldsOptions<
  Input = unknown,
  Part extends 'body' | 'search' = 'body',
> = FormOption<Input> & {
  /**
   * The part of the contract that the form sends.
   *
   * @default 'body'
   */
  readonly of?: Part
  /** The values to begin with, such as the record to edit. */
  readonly values?: FieldValues<Input> | null | undefined
  /** The fetcher whose form this is: `<fetcher.Form method="post" {...form}>`. */
  readonly fetcher?: Pick<Fetcher, 'state' | 'type' | 'invalid'>
}

/** The variant of a union, by the text of its discriminator. */
type FormOption<Input> = [FormNameOf<Input>] extends [never]
  ? { readonly form?: undefined }
  : { readonly form: FormNameOf<Input> }

/** The texts of the property that has one value in each variant of a union. */
type FormNameOf<Input> =
  IsUnion<Input> extends true ? { [Name in keyof Input]: TextsOf<Input, Name> }[keyof Input] : never

type TextsOf<Input, Name extends keyof Input> = [NotConstant<Input, Name>] extends [never]
  ? `${Input[Name] & (string | number | boolean)}`
  : never

/** The variants in which a property does not have exactly one value. */
type NotConstant<Variant, Name extends keyof Variant> = Variant extends unknown
  ? IsUnion<Variant[Name]> extends true
    ? Variant
    : IsWide<Variant[Name]> extends true
      ? Variant
      : never
  : never

type IsWide<Value> = [Value] extends [string]
  ? string extends Value
    ? true
    : false
  : [Value] extends [number]
    ? number extends Value
      ? true
      : false
    : [Value] extends [boolean]
      ? false
      : true

type IsUnion<Value, All = Value> = Value extends unknown
  ? [All] extends [Value]
    ? false
    : true
  : never

/** The values that fields begin with. All of them are optional. Objects nest. */
export type FieldValues<Input> = {
  readonly [Name in FieldName<Input>]?: FieldValue<NonNullable<ValueOf<Input, Name>>>
}

type FieldValue<Value> =
  | (IsList<Value> extends true
      ? readonly FieldValues<RowOf<Value>>[]
      : [Value] extends [Leaf]
        ? Shown | readonly Shown[]
        : FieldValues<Value>)
  | null
  | undefined

/** What a field can show. */
type Shown = string | number | bigint | boolean | { toJSON(): unknown }

/** What one field stands for. Other objects have a field for each member. */
type Leaf = string | number | bigint | boolean | Date | Blob | readonly unknown[]

/** The props of a form and of its fields. */
export interface FormFieldsOf<Input> {
  /** The props of the `<Form>`. */
  readonly form: FormElementProps
  readonly fields: FieldsOf<Input>
  /** The props of the element for the messages that belong to no field. */
  readonly error: FieldErrorProps
  /** The messages that belong to no field. */
  readonly errors: readonly string[]
}

export interface FormElementProps {
  readonly id: string
  readonly ref: RefCallback<HTMLFormElement>
  readonly encType?: 'multipart/form-data'
  readonly 'aria-describedby'?: string
}

/** The fields of what a schema takes. Objects nest, and lists have rows. In a union, these are the fields of all variants. */
export type FieldsOf<Input> = {
  readonly [Name in FieldName<Input>]: FieldOf<NonNullable<ValueOf<Input, Name>>>
}

type FieldOf<Value> =
  IsList<Value> extends true
    ? ListField<RowOf<Value>>
    : [Value] extends [Leaf]
      ? Field<OptionOf<Value>>
      : [Value] extends [object]
        ? FieldsOf<Value>
        : Field

/** A list of a form: as many rows as the user needs, each with the same fields. `Row` is what the schema takes for one. */
export interface ListField<Row = unknown> {
  readonly rows: readonly RowField<Row>[]
  /** The props of the `<button>` that adds a row. */
  readonly add: RowButton
  /** The props of the element for the messages about the list itself, such as that a row is missing. */
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
}

/** The props of a button that adds or removes a row. It is a submit button, so that it also works without JavaScript. */
export interface RowButton {
  readonly name: string
  readonly value: string
  readonly formNoValidate: true
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** One row of a {@link ListField}. */
export interface RowField<Row = unknown> {
  /** The index of the row in its names. It stays as it is while the user adds and removes rows. */
  readonly key: number
  readonly fields: FieldsOf<Row>
  /** The props of the hidden `<input>` that sends the row, even if none of its boxes is checked. */
  readonly hidden: { readonly type: 'hidden'; readonly name: string; readonly value: string }
  /** The props of the `<button>` that removes the row. */
  readonly remove: RowButton
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
}

/** The texts of the values to choose from. */
type OptionOf<Value> = Value extends readonly (infer Item)[]
  ? OptionOf<Item>
  : Value extends string | number | boolean
    ? number extends Value
      ? string
      : `${Value}`
    : string

/** The props of a field, for the element that you choose. `Option` is the text of a value to choose from. */
export interface Field<Option extends string = string> {
  readonly id: string
  readonly name: string
  /** The props of an `<input>`. Write other props after the spread to change them. */
  readonly input: FieldInputProps
  readonly select: FieldSelectProps
  readonly textarea: FieldTextareaProps
  /** The props of a hidden `<input>`, such as for the discriminator of a union. */
  readonly hidden: { readonly type: 'hidden'; readonly name: string; readonly value: string }
  /** The values of an `enum`. */
  readonly options: readonly Option[]
  /** The props of a radio button, or of one checkbox of a group if the field is an array. */
  option(value: Option): FieldOptionProps
  readonly error: FieldErrorProps
  readonly errors: readonly string[]
  /** The text that the field shows. For an array, the first one. */
  readonly value: string
  readonly label: string | undefined
  readonly description: string | undefined
}

interface FieldElementProps {
  readonly id: string
  readonly name: string
  readonly required?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

export interface FieldInputProps extends FieldElementProps, FieldAttributes {
  readonly defaultValue?: string
  readonly defaultChecked?: boolean
}

export interface FieldSelectProps extends FieldElementProps {
  readonly multiple?: boolean | undefined
  readonly defaultValue: string | readonly string[]
}

export interface FieldTextareaProps extends FieldElementProps {
  readonly minLength?: number
  readonly maxLength?: number
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly autoComplete?: string
  readonly defaultValue: string
}

export interface FieldOptionProps extends FieldElementProps {
  readonly type: 'radio' | 'checkbox'
  readonly value: string
  readonly defaultChecked: boolean
}

export interface FieldErrorProps {
  readonly id: string
  readonly role: 'alert'
  readonly hidden: boolean
  readonly children: string
}

/** What a part of a contract takes. `Of` is a contract, or a route with one. */
type InputOfPart<Of, Part extends string> =
  Of extends Route<any, any, infer Own>
    ? InputOfPart<Own, Part>
    : Of extends { readonly [Name in Part]: Schema<infer Input, any> }
      ? Input
      : {}

/**
 * Returns the props for the form of a route with a contract: `useFields<typeof contract>()`.
 *
 * The server renders them with the constraints of the schema. After a 422, they have the errors and what was typed. In
 * the browser, errors show when a field loses the focus, and when the form is submitted. The schema stays on the server.
 *
 * @example
 * const { form, fields } = useFields<typeof contract>()
 * return (
 *   <Form method="post" {...form}>
 *     <label htmlFor={fields.title.id}>Title</label>
 *     <input {...fields.title.input} /> <p {...fields.title.error} />
 *   </Form>
 * )
 */
export function useFields<Of>(
  options: UseFieldsOptions<InputOfPart<Of, 'search'>, 'search'> & { of: 'search' },
): FormFieldsOf<InputOfPart<Of, 'search'>>
export function useFields<Of>(
  ...options: Optional<UseFieldsOptions<InputOfPart<Of, 'body'>>>
): FormFieldsOf<InputOfPart<Of, 'body'>>
export function useFields({
  fetcher,
  form: variant,
  of = 'body',
  values,
}: UseFieldsOptions<any, 'body' | 'search'> = {}): FormFieldsOf<unknown> {
  const route = useRoute('useFields')
  const { commit, fields: known, invalid, location } = usePage('useFields')
  const transition = use(TransitionContext)
  const id = useId()

  const search = of === 'search' ? new URLSearchParams(location.search) : undefined
  const ofPage = invalid?.[route.id]
  const refused = search
    ? undefined
    : !fetcher
      ? ofPage
      : // Without JavaScript, the form of a fetcher is a form of the page.
        (fetcher.invalid ?? (fetcher.type === 'init' && ofPage?.values ? ofPage : undefined))
  const failure: FormFailure | undefined =
    (variant ?? refused?.form) === refused?.form ? refused : undefined
  // A form that begins with a failure was sent from another page, so its inputs are new.
  const [early, setEarly] = useState({ failure, errors: withLostFiles(failure) })
  // A newer failure of the server counts more than what the browser has found before.
  const errors = (early.failure === failure ? early : failure)?.errors ?? []

  const watch = useRef<FormWatch>({ changed: new Set(), due: new Set() }).current
  // The rows of lists stay as they are, until the server adds or removes one.
  if (failure?.values && watch.lists?.failure !== failure) watch.lists = undefined
  const lists = (watch.lists ??= {
    failure,
    start: values,
    rows: Object.create(null) as FormState['rows'],
  })

  const all: FieldState[] = []
  const claimed = new Set<FieldError>()
  const button = (value: string): RowButton => ({
    name: rowsField,
    value,
    formNoValidate: true,
    ...(canBeServer && failure?.focus === value && { autoFocus: true }),
  })
  const createGroup = (tree: FieldTree, state: FormState): Record<string, unknown> => {
    const create = (name: string, rules: FieldRules): Field => {
      const field = stateOf(name, rules, state)
      all.push(field)
      // A browser takes the first field that it can focus.
      return createField(field, canBeServer && state.prefix === `${failure?.focus}.`)
    }
    const add: Parameters<typeof mapFields>[1] = (group, key, name, rules) => {
      if (rules.row) {
        const rows = mapRows(name, rules, state, (row, index, ofRow) => ({
          ...create(row, rules),
          key: index,
          fields: createGroup(rules.row!, ofRow),
          remove: button(`-${row}`),
        }))
        group[key] = {
          ...create(name, rules),
          rows,
          add: { ...button(`+${name}`), disabled: rows.length >= rules.max! },
        }
      } else if (rules.type !== 'json') group[key] = create(name, rules)
      else if (canExplain) refuseField(group, key, name)
    }
    return mapFields(tree, add, state.prefix)
  }
  const set = known[route.id]?.[of]
  if (canExplain) requireForm(set, variant)
  const fields = createGroup(treeOf(set, variant), {
    id: `${id}-`,
    errors,
    claimed,
    values,
    ...lists,
    sent: failure?.values ?? sentTexts(search ?? failure?.sent),
    isSearch: !!search,
    focus: failure?.focus,
  })
  const others = errors.filter((one) => !claimed.has(one)).map(({ message }) => message)
  const error = errorProps(id, others)

  const element = useRef<HTMLFormElement>(null)
  // After each rendering another one, so that the next change of a field is checked by what is shown.
  const ref = (form: HTMLFormElement): (() => void) => {
    const show = (found: readonly FieldError[]): void => {
      const kept = errors.filter(({ name }) => !found.some((one) => isWithin(name, one.name)))
      setEarly({ failure, errors: [...kept, ...found.filter(({ message }) => message)] })
    }
    // A form with another `key` begins anew.
    if (element.current && element.current !== form) {
      watch.lists = undefined
      show([])
    }
    element.current = form
    return watchForm(form, watch, all, errors, show)
  }
  const handled = useRef(commit.initial && failure)
  const isBusy = (fetcher ?? transition).state !== 'idle'
  // oxlint-disable-next-line react/exhaustive-deps -- it sets a state once for each accepted form
  useEffect(() => {
    const form = element.current
    if (canExplain && !form) warnWithoutForm(route.id, all)
    // Until this code is here, the server adds and removes the rows.
    if (form && Object.keys(lists.rows)[0]) {
      if (canExplain) warnOfEnter(route.id, form)
      import('./press-button.ts').then(
        (code) => (watch.buttons = code),
        () => {},
      )
    }
    if (isBusy) {
      watch.isPending ||= watch.isSent
      watch.isSent = false
      return
    }

    if (watch.isPending && !failure && !search) {
      resetForm(form!, all)
      watch.lists = undefined
      setEarly({ failure, errors: [] })
    }
    watch.isPending = false
    // Once for each failure, when nothing is pending: before that, the app may have disabled the fields.
    if (handled.current === failure) return
    handled.current = failure
    if (failure?.focus) watch.buttons?.focusRow(form!, failure.focus)
    else if (failure) form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })

  return {
    form: {
      id,
      ref,
      ...(all.some(({ attributes: { type } }) => type === 'file') && {
        encType: 'multipart/form-data',
      }),
      ...(others[0] && { 'aria-describedby': error.id }),
    },
    fields: fields as never,
    error,
    errors: others,
  }
}

/** An argument that can be left out if nothing in it is required. */
type Optional<Options> = {} extends Options ? [options?: Options] : [options: Options]

function warnOfEnter(route: string, form: HTMLFormElement): void {
  const buttons = Array.from(form.elements) as HTMLInputElement[]
  const first = buttons.find(({ type }) => type === 'submit' || type === 'image')
  if (first?.name !== rowsField) return
  warn(
    `Enter in a field of the form of route "${route}" presses its first button, which has the value "${first.value}" and adds or removes a row. Begin the form with <button hidden />, with the name and the value of the main button.`,
  )
}

function warnWithoutForm(route: string, fields: readonly FieldState[]): void {
  const field = fields.find(({ id }) => document.getElementById(id))
  if (!field) return
  warn(
    `The field "${field.name}" of route "${route}" is on the page, but its form is not known. Write <Form method="post" {...form}> with the \`form\` that useFields() returns.`,
  )
}

/** Shows what the fields begin with, after the form was accepted. */
function resetForm(form: HTMLFormElement, fields: readonly FieldState[]): void {
  for (const { name, options = [] } of Array.from(form.elements) as HTMLSelectElement[]) {
    const texts = fields.find((field) => field.name === name)?.texts
    // React changes what an input begins with, but not what a select begins with.
    for (const option of texts ? options : []) {
      option.toggleAttribute('selected', texts!.includes(option.value))
    }
  }
  form.reset()
}

/** A page cannot fill in a file again. For a document, the server has added these errors. */
function withLostFiles(failure: FormFailure | undefined): FieldError[] {
  const errors = failure?.errors ?? []
  const lost = [...(failure?.sent ?? [])].filter(
    ([name, item]) => (item as File).name && !errors.some((error) => error.name === name),
  )

  return [...errors, ...lost.map(([name]) => ({ name, message: 'Choose the file again' }))]
}

/** The texts of a form or a URL, by name. A file has none. */
function sentTexts(data: FormData | URLSearchParams | undefined): FormState['sent'] {
  if (!data) return undefined
  const texts: Record<string, string[]> = Object.create(null)
  for (const [name, item] of data) {
    const own = (texts[name] ??= [])
    if (typeof item === 'string') own.push(item)
  }
  return texts
}

function errorProps(id: string, errors: readonly string[]): FieldErrorProps {
  return { id: `${id}-error`, role: 'alert', hidden: !errors[0], children: errors.join(' ') }
}

function createField(state: FieldState, autoFocus: boolean): Field {
  const { attributes, errors, id, name, options, texts, value } = state
  const { type, pattern: _, multiple, required, ...ofText } = attributes
  const error = errorProps(id, errors)
  const common = {
    id,
    name,
    required,
    ...(autoFocus && { autoFocus }),
    ...(errors[0] && { 'aria-invalid': true as const, 'aria-describedby': error.id }),
  }

  return {
    ...state,
    error,
    input: {
      ...common,
      ...attributes,
      ...(type === 'checkbox'
        ? { defaultChecked: isChecked(state) }
        : type !== 'file' && { defaultValue: value }),
    },
    select: { ...common, multiple, defaultValue: multiple ? texts : value },
    textarea: { ...common, ...ofText, defaultValue: value },
    hidden: { type: 'hidden', name, value: options.length === 1 ? options[0]! : value },
    option: (text) => ({
      ...common,
      id: `${id}-${text}`,
      type: multiple ? 'checkbox' : 'radio',
      value: text,
      defaultChecked: isChecked(state, text),
    }),
  }
}
