import { useEffect, useId, useRef, useState, type RefCallback } from 'react'
import type { Schema } from '../contract/index.ts'
import {
  isChecked,
  isWithin,
  mapFields,
  refuseField,
  requireForm,
  stateOf,
  treeOf,
  type FieldAttributes,
  type FieldError,
  type FieldMap,
  type FieldState,
  type FormState,
} from '../internal/fields.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { Route } from '../routes/index.ts'
import { canBeServer } from './can-be-server.ts'
import { usePage, useRoute } from './contexts.ts'
import { watchForm } from './watch-form.ts'

/** A build for the browser leaves out what explains a developer's mistake. */
const canExplain = canBeServer || process.env.NODE_ENV !== 'production'

/** Options of {@link useFields}. */
export interface UseFieldsOptions<Part extends 'body' | 'search' = 'body'> {
  /**
   * The part of the contract that the form sends.
   *
   * @default 'body'
   */
  of?: Part
  /** The variant of a union, by the text of its discriminator. */
  form?: string
  /** The values to begin with, such as the record to edit. */
  values?: unknown
}

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

/** The fields of what a schema takes. Objects nest. In a union, these are the fields of all variants. */
export type FieldsOf<Input> = FieldMap<Input, Field>

/** The props of a field, for the element that you choose. */
export interface Field {
  readonly id: string
  readonly name: string
  /** The props of an `<input>`. Write other props after the spread to change them. */
  readonly input: FieldInputProps
  readonly select: FieldSelectProps
  readonly textarea: FieldTextareaProps
  /** The props of a hidden `<input>`, such as for the discriminator of a union. */
  readonly hidden: { readonly type: 'hidden'; readonly name: string; readonly value: string }
  /** The values of an `enum`. */
  readonly options: readonly string[]
  /** The props of a radio button, or of one checkbox of a group if the field is an array. */
  option(value: string): FieldOptionProps
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
  options: UseFieldsOptions<'search'> & { of: 'search' },
): FormFieldsOf<InputOfPart<Of, 'search'>>
export function useFields<Of>(options?: UseFieldsOptions): FormFieldsOf<InputOfPart<Of, 'body'>>
export function useFields({
  of = 'body',
  form: variant,
  values,
}: UseFieldsOptions<'body' | 'search'> = {}): FormFieldsOf<unknown> {
  const route = useRoute('useFields')
  const { commit, fields: known, invalid, location, transition } = usePage('useFields')
  const id = useId()

  const search = of === 'search' ? new URLSearchParams(location.search) : undefined
  const refused = search ? undefined : invalid?.[route.id]
  const failure = (variant ?? refused?.form) === refused?.form ? refused : undefined
  // A form that begins with a failure was sent from another page, so its inputs are new.
  const [early, setEarly] = useState({ failure, errors: withLostFiles(failure) })
  // A newer failure of the server counts more than what the browser has found before.
  const errors = (early.failure === failure ? early : failure)?.errors ?? []

  const all: FieldState[] = []
  const state: FormState = {
    id: `${id}-`,
    errors,
    values,
    sent: sentTexts(failure, search),
  }
  const set = known[route.id]?.[of]
  if (canExplain) requireForm(set, variant)
  const fields = mapFields(treeOf(set, variant), (group, key, name, rules) => {
    if (rules.type !== 'json') {
      const field = stateOf(name, rules, state)
      all.push(field)
      group[key] = createField(field)
    } else if (canExplain) refuseField(group, key, name)
  })
  const others = errors
    .filter(({ name }) => !all.some((field) => isWithin(name, field.name)))
    .map(({ message }) => message)
  const error = errorProps(id, others)

  const element = useRef<HTMLFormElement>(null)
  // After each rendering another one, so that the next change of a field is checked by what is shown.
  const ref = (form: HTMLFormElement): (() => void) => {
    element.current = form
    return watchForm(form, all, errors, (found) => {
      const kept = errors.filter(({ name }) => !found.some((one) => isWithin(name, one.name)))
      setEarly({ failure, errors: [...kept, ...found.filter(({ message }) => message)] })
    })
  }
  const handled = useRef(commit.initial && failure)
  // Once for each failure, when the page is idle: before that, the app may have disabled the fields.
  useEffect(() => {
    if (transition.state !== 'idle' || handled.current === failure) return
    handled.current = failure
    if (failure) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })

  return {
    form: {
      id,
      ref,
      ...(all.some(({ attributes }) => attributes.type === 'file') && {
        encType: 'multipart/form-data',
      }),
      ...(others[0] && { 'aria-describedby': error.id }),
    },
    fields: fields as never,
    error,
    errors: others,
  }
}

/** A page cannot fill in a file again. For a document, the server has added these errors. */
function withLostFiles(failure: FormFailure | undefined): FieldError[] {
  const errors = failure?.errors ?? []
  const lost = [...(failure?.sent ?? [])].filter(
    ([name, item]) => (item as File).name && !errors.some((error) => error.name === name),
  )

  return [...errors, ...lost.map(([name]) => ({ name, message: 'Choose the file again' }))]
}

/** The texts that were sent, or those of the URL. */
function sentTexts(
  failure: FormFailure | undefined,
  search: URLSearchParams | undefined,
): FormState['sent'] {
  const values = failure?.values
  const data = search ?? failure?.sent

  return (name) =>
    values
      ? Object.hasOwn(values, name)
        ? values[name]
        : []
      : search && !search.has(name)
        ? undefined
        : data?.getAll(name).filter((text) => typeof text === 'string')
}

function errorProps(id: string, errors: readonly string[]): FieldErrorProps {
  return { id: `${id}-error`, role: 'alert', hidden: !errors[0], children: errors.join(' ') }
}

function createField(state: FieldState): Field {
  const { attributes, errors, id, name, options, texts, value } = state
  const { type, pattern: _, multiple, required, ...ofText } = attributes
  const error = errorProps(id, errors)
  const common = {
    id,
    name,
    required,
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
