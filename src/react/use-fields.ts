import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type RefCallback,
} from 'react'
import type { Schema } from '../contract/index.ts'
import {
  inputAttributes,
  isChecked,
  mapFields,
  otherErrors,
  treeOf,
  type FieldAttributes,
  type FieldMap,
  type FieldState,
  type FieldTree,
  type FormState,
} from '../internal/fields.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { Route } from '../routes/index.ts'
import { usePage, useRoute } from './contexts.ts'
import { watchForm } from './watch-form.ts'

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
  readonly required?: boolean
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

export interface FieldInputProps extends FieldElementProps, FieldAttributes {
  readonly defaultValue?: string
  readonly defaultChecked?: boolean
}

export interface FieldSelectProps extends FieldElementProps {
  readonly multiple?: boolean
  readonly defaultValue: string | string[]
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
  const tree = treeOf(known[route.id]?.[of], variant)

  const refused = of === 'body' ? invalid?.[route.id] : undefined
  const failure = variant === undefined || refused?.form === variant ? refused : undefined
  const [early, setEarly] = useState<EarlyErrors>({ failure, messages: {} })
  // A newer failure of the server counts more than what the browser has found before.
  const messages = early.failure === failure ? early.messages : {}
  const errors = [
    ...(failure?.errors ?? []).filter(({ name }) => messages[name] === undefined),
    ...Object.entries(messages).map(([name, message]) => ({ name, message })),
  ].filter(({ message }) => message !== '')

  const latest = useRef({ tree, failure, errors })
  const element = useRef<HTMLFormElement>(null)
  const ref = useCallback((form: HTMLFormElement) => {
    element.current = form
    return watchForm(
      form,
      () => latest.current,
      (found) =>
        setEarly((old) => {
          const { failure } = latest.current
          return { failure, messages: { ...(old.failure === failure && old.messages), ...found } }
        }),
    )
  }, [])
  // As soon as an error shows, the next change of its field is checked.
  useLayoutEffect(() => {
    latest.current = { tree, failure, errors }
  })
  const handled = useRef(commit.initial ? failure : undefined)
  // Once for each failure, when the page is idle: before that, the app may have disabled the fields.
  useEffect(() => {
    if (transition.state !== 'idle' || handled.current === failure) return
    handled.current = failure
    if (failure) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })

  const state: FormState = {
    id: `${id}-`,
    errors,
    values,
    sent: of === 'search' ? searchTexts(location.search) : failure && sentTexts(failure),
  }
  const others = otherErrors(tree, errors)
  const errorId = `${id}-error`

  return {
    form: {
      id,
      ref,
      ...(hasFiles(tree) && { encType: 'multipart/form-data' }),
      ...(others.length > 0 && { 'aria-describedby': errorId }),
    },
    fields: mapFields(tree, state, createField) as never,
    error: errorProps(errorId, others),
    errors: others,
  }
}

interface EarlyErrors {
  readonly failure: FormFailure | undefined
  /** By name. An empty one says that the error of the server no longer holds. */
  readonly messages: Readonly<Record<string, string>>
}

function searchTexts(search: string): (name: string) => string[] | undefined {
  const params = new URLSearchParams(search)
  return (name) => (params.has(name) ? params.getAll(name) : undefined)
}

function sentTexts({ sent, values }: FormFailure): FormState['sent'] {
  if (values) return (name) => (Object.hasOwn(values, name) ? values[name] : [])
  return sent && ((name) => sent.getAll(name).filter((text) => typeof text === 'string'))
}

function hasFiles(tree: FieldTree): boolean {
  return Object.values(tree).some((rules) =>
    typeof rules.type === 'string' ? rules.type === 'file' : hasFiles(rules as FieldTree),
  )
}

function errorProps(id: string, errors: readonly string[]): FieldErrorProps {
  return { id, role: 'alert', hidden: errors.length === 0, children: errors.join(' ') }
}

function createField(state: FieldState): Field {
  const { errorId, errors, id, name, rules, texts } = state
  const { label, description, multiple, options = [], required } = rules
  const value = texts[0] ?? ''
  const common = {
    id,
    name,
    ...(errors.length > 0 && { 'aria-invalid': true as const, 'aria-describedby': errorId }),
  }
  const own = { ...common, ...(required && { required }) }
  const { type, ...attributes } = inputAttributes(state) as unknown as FieldInputProps
  const { minLength, maxLength, placeholder, readOnly, autoComplete } = attributes

  return {
    id,
    name,
    input: {
      ...common,
      type,
      ...attributes,
      ...(type === 'checkbox' ? { defaultChecked: isChecked(state) } : {}),
      ...(type === 'checkbox' || type === 'file' ? {} : { defaultValue: value }),
    },
    select: { ...own, ...(multiple && { multiple }), defaultValue: multiple ? [...texts] : value },
    textarea: {
      ...own,
      ...({ minLength, maxLength, placeholder, readOnly, autoComplete } as object),
      defaultValue: value,
    },
    hidden: { type: 'hidden', name, value: options.length === 1 ? options[0]! : value },
    options,
    option: (text) => ({
      ...(multiple ? common : own),
      id: `${id}-${text}`,
      type: multiple ? 'checkbox' : 'radio',
      value: text,
      defaultChecked: isChecked(state, text),
    }),
    error: errorProps(errorId, errors),
    errors,
    value,
    label,
    description,
  }
}
