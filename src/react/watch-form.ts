import {
  isWithin,
  type FieldCheck,
  type FieldError,
  type FieldRules,
  type FieldState,
} from '../internal/fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a form shows. */
interface Watched {
  readonly fields: readonly FieldState[]
  readonly errors: readonly FieldError[]
  /** The names of the fields that were changed and not checked since. */
  readonly changed: Set<string>
}

/**
 * Checks the fields of a form in the browser: when a changed field loses the focus, while a field with an error changes,
 * and before the form is submitted. Only a form without errors is submitted.
 *
 * @param show Called with a message for each field that was checked. It is empty if the field is right
 * @returns A function that stops it
 */
export function watchForm(
  form: HTMLFormElement,
  { fields, errors, changed }: Watched,
  show: (found: readonly FieldError[]) => void,
): () => void {
  // Until now, and without this script, the browser shows its own messages.
  form.noValidate = true
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  const check = (control: Control): FieldError => {
    const { name } = control
    const field = fields.find((field) => field.name === name)
    return { name, message: messageOf(control, form, field?.rules) }
  }
  const checkAll = (event: SubmitEvent): void => {
    if ((event.submitter as HTMLButtonElement | null)?.formNoValidate) return

    const found: FieldError[] = []
    let first: Control | undefined
    for (const control of Array.from(form.elements) as Control[]) {
      const { name } = control
      // Radio buttons share a name and a message.
      const isDone = found.some((error) => error.name === name && error.message)
      if (isDone || !name || !control.willValidate) continue
      const error = check(control)
      found.push(error)
      if (error.message) first ??= control
    }
    show(found)
    if (!first) return

    // Neither `onSubmit` nor the client router sees the form.
    event.preventDefault()
    event.stopImmediatePropagation()
    first.focus()
  }
  const listener = (event: Event): void => {
    const { type } = event
    const control = event.target as Control
    const { name } = control
    if (type === 'submit') checkAll(event as SubmitEvent)
    else if (type === 'blur') {
      // A message can move the button that is being pressed away from the pointer. Submitting checks everything.
      const next = (event as FocusEvent).relatedTarget as HTMLButtonElement | null
      if (next?.type !== 'submit' && changed.delete(name)) show([check(control)])
    } else {
      changed.add(name)
      if (errors.some((error) => isWithin(error.name, name))) show([check(control)])
    }
  }
  for (const type of ['input', 'blur', 'submit']) form.addEventListener(type, listener, options)

  return () => {
    form.noValidate = false
    controller.abort()
  }
}

function messageOf(
  { validationMessage, name }: Control,
  form: HTMLFormElement,
  rules: FieldRules | undefined,
): string {
  if (validationMessage || !rules?.check) return validationMessage ?? ''

  // A comparison with `undefined` is false.
  const { pattern = [], minItems, maxItems, minSize, maxSize } = rules.check as Required<FieldCheck>
  const sent = new FormData(form).getAll(name) as (string & File)[]
  // What is empty is not sent to the schema.
  const items = sent.filter((item) => item.name ?? item)
  const isWrong =
    items.length < minItems ||
    items.length > maxItems ||
    items.some(
      (item) =>
        item.size < minSize ||
        item.size > maxSize ||
        !pattern.every((source) => matches(source, item)),
    )

  return isWrong ? formatMessage() : ''
}

function matches(source: string, text: string): boolean {
  try {
    return new RegExp(source, 'u').test(text)
  } catch {
    return true // This browser does not know the syntax. The server decides.
  }
}

/** What the browser says about a text that does not match its pattern, in the language of the user. */
function formatMessage(): string {
  const input = document.createElement('input')
  input.pattern = '(?!)'
  input.value = 'x'
  return input.validationMessage || 'Invalid value'
}
