import { use, useEffect, useId, useRef, useState } from 'react'
import {
  isWithin,
  mapFields,
  mapRows,
  refuseField,
  requireForm,
  rowsField,
  stateOf,
  treeOf,
  type FieldError,
  type FieldRules,
  type FieldState,
  type FieldTree,
  type FormState,
} from '../../internal/forms/fields.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import { canBeServer } from './can-be-server.ts'
import { TransitionContext, usePage, useRoute } from './contexts.ts'
import { createField, errorProps } from './create-field.ts'
import type {
  Field,
  FormFieldsOf,
  InputOfPart,
  Optional,
  RowButton,
  UseFieldsOptions,
} from './field-types.ts'
import { useFilledDraft } from './use-draft.ts'
import { warnOfEnter, warnWithoutForm, watchForm, type FormWatch } from './watch-form.ts'

/** A build for the browser leaves out the messages about a developer's mistake. */
const canExplain = canBeServer || process.env.NODE_ENV !== 'production'

/**
 * Returns the props for the form of a route with a contract: `useFields<typeof contract>()`.
 *
 * The server renders the fields with the constraints of the schema. After a 422, they have the errors and the values that
 * were sent. In the browser, errors show when a field loses the focus, and when the form is submitted. The schema stays on
 * the server.
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
  const failure = search ? undefined : failureOf(invalid?.[route.id], variant, fetcher)
  // A form that begins with a failure was sent from another page, so its inputs are new.
  const [early, setEarly] = useState({ failure, errors: withLostFiles(failure) })
  // A newer failure of the server replaces the errors that the browser has found before.
  const errors = (early.failure === failure ? early : failure)?.errors ?? []

  const watch = useRef<FormWatch>({ changed: new Set(), due: new Set() }).current
  const isBusy = (fetcher ?? transition).state !== 'idle'
  const isAccepted = watch.isPending && !(isBusy || failure || search)
  // When the form is reset, it has the rows of the server again. So its next draft has one of these rows (DR-9).
  if (isAccepted && !watch.isTyped) watch.lists = undefined
  const lists = listsOf(watch, failure, useFilledDraft(id), values)

  const all: FieldState[] = []
  const claimed = new Set<FieldError>()
  const set = known[route.id]?.[of]
  if (canExplain) requireForm(set, variant)
  const fields = createGroup(treeOf(set, variant), all, {
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
  // The function is another one after each rendering, so that the next change of a field is checked against the errors on
  // show.
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
  // oxlint-disable-next-line react/exhaustive-deps -- it sets a state once for each accepted form
  useEffect(() => {
    const form = element.current
    if (canExplain && !form) warnWithoutForm(route.id, all)
    if (form && Object.keys(lists.rows)[0]) {
      if (canExplain) warnOfEnter(route.id, form)
      loadButtons(watch)
    }
    if (isBusy) {
      watch.isPending ||= watch.isSent
      watch.isSent = false
      return
    }

    // Text that was typed since then is not sent yet, so it stays (CT-7).
    if (isAccepted && !watch.isTyped) {
      resetForm(form!, all)
      setEarly({ failure, errors: [] })
    }
    watch.isPending = false
    // Runs once for each failure, when nothing is pending: before that, the app may have disabled the fields.
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
    fields,
    error,
    errors: others,
  }
}

/** Returns the rows of lists. They stay until the server adds or removes a row, or a draft has other rows (DR-13). */
function listsOf(
  watch: FormWatch,
  failure: FormFailure | undefined,
  draft: FormWatch['draft'],
  start: FormState['start'],
): NonNullable<FormWatch['lists']> {
  if (failure?.values && watch.lists?.failure !== failure) watch.lists = undefined
  if (draft !== watch.draft && (draft?.rows || (watch.draft?.rows && !watch.isTyped))) {
    watch.lists = undefined
  }
  watch.draft = draft
  return (watch.lists ??= {
    failure,
    start,
    rows: Object.assign(Object.create(null), draft?.rows) as FormState['rows'],
  })
}

/** Loads the code of the buttons of lists. Until it is here, the server adds and removes the rows. */
function loadButtons(watch: FormWatch): void {
  import('./press-button.ts').then(
    (code) => (watch.buttons = code),
    () => {},
  )
}

/** Returns the failure of the form with these fields: the page's, or its fetcher's. */
function failureOf(
  ofPage: FormFailure | undefined,
  variant: string | undefined,
  fetcher: UseFieldsOptions['fetcher'],
): FormFailure | undefined {
  const failure = !fetcher
    ? ofPage
    : // Without JavaScript, the form of a fetcher is a form of the page.
      (fetcher.invalid ?? (fetcher.type === 'init' && ofPage?.values ? ofPage : undefined))
  return (variant ?? failure?.form) === failure?.form ? failure : undefined
}

/**
 * Creates the fields of an object, and those of its objects and rows.
 *
 * @param all Gets the state of each field
 */
function createGroup(
  tree: FieldTree,
  all: FieldState[],
  state: FormState,
): Record<string, unknown> {
  const { focus } = state
  const create = (name: string, rules: FieldRules): Field => {
    const field = stateOf(name, rules, state)
    all.push(field)
    // A browser focuses the first field with `autofocus` that it can focus.
    return createField(field, canBeServer && state.prefix === `${focus}.`)
  }
  const button = (value: string): RowButton => ({
    name: rowsField,
    value,
    formNoValidate: true,
    ...(canBeServer && focus === value && { autoFocus: true }),
  })
  const createList = (name: string, rules: FieldRules): object => {
    const rows = mapRows(name, rules, state, (row, index, ofRow) => ({
      ...create(row, rules),
      key: index,
      fields: createGroup(rules.row!, all, ofRow),
      remove: button(`-${row}`),
    }))
    return {
      ...create(name, rules),
      rows,
      add: { ...button(`+${name}`), disabled: rows.length >= rules.max! },
    }
  }
  const add: Parameters<typeof mapFields>[1] = (group, key, name, rules) => {
    if (rules.row) group[key] = createList(name, rules)
    else if (rules.type !== 'json') group[key] = create(name, rules)
    else if (canExplain) refuseField(group, key, name)
  }
  return mapFields(tree, add, state.prefix)
}

/** Shows the new defaults of the fields, after the form was accepted. */
function resetForm(form: HTMLFormElement, fields: readonly FieldState[]): void {
  for (const { name, options = [] } of Array.from(form.elements) as HTMLSelectElement[]) {
    const texts = fields.find((field) => field.name === name)?.texts
    // React changes the default of an input, but not the default of a select.
    for (const option of texts ? options : []) {
      option.toggleAttribute('selected', texts!.includes(option.value))
    }
  }
  form.reset()
}

/**
 * A page cannot fill in a file again, so each lost file becomes an error. For a document, the server has added these errors.
 */
function withLostFiles(failure: FormFailure | undefined): FieldError[] {
  const errors = failure?.errors ?? []
  const lost = [...(failure?.sent ?? [])].filter(
    ([name, item]) => (item as File).name && !errors.some((error) => error.name === name),
  )

  return [...errors, ...lost.map(([name]) => ({ name, message: 'Choose the file again' }))]
}

/** Returns the strings of a form or a URL, by name. A file has no string. */
function sentTexts(data: FormData | URLSearchParams | undefined): FormState['sent'] {
  if (!data) return undefined
  const texts: Record<string, string[]> = Object.create(null)
  for (const [name, item] of data) {
    const own = (texts[name] ??= [])
    if (typeof item === 'string') own.push(item)
  }
  return texts
}
