import { isWithin, type FieldCheck, type FieldError, type FieldState } from '../internal/fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls that were changed and not checked since. */
const changed = new WeakSet<Control>()

/**
 * Checks the fields of a form in the browser: when a changed field loses the focus, while a field with an error changes,
 * and before the form is submitted. Only a form without errors is submitted.
 *
 * @param errors What is shown
 * @param show Called with a message for each field that was checked. It is empty if the field is right
 * @returns A function that stops it
 */
export function watchForm(
  form: HTMLFormElement,
  fields: readonly FieldState[],
  errors: readonly FieldError[],
  show: (found: readonly FieldError[]) => void,
): () => void {
  // Until now, and without this script, the browser shows its own messages.
  form.noValidate = true
  const check = (control: Control): FieldError & { control: Control } => {
    const { name } = control
    const rules = fields.find((field) => field.name === name)?.check
    return { name, message: control.validationMessage || messageOf(form, name, rules), control }
  }
  const listener = (event: Event): void => {
    const { relatedTarget, submitter, target, type } = event as unknown as AnyEvent
    if (type === 'submit') {
      if (submitter?.formNoValidate) return

      const found: ReturnType<typeof check>[] = []
      for (const control of Array.from(form.elements) as Control[]) {
        // Radio buttons share a name and a message.
        const isDone = found.some(({ name, message }) => name === control.name && message)
        if (!isDone) found.push(check(control))
      }
      show(found)
      const wrong = found.find(({ message }) => message)
      if (!wrong) return

      // Neither `onSubmit` nor the client router sees the form.
      event.preventDefault()
      event.stopImmediatePropagation()
      return wrong.control.focus()
    }

    // A message can move the button that is being pressed away from the pointer. Submitting checks everything.
    const isDue =
      type === 'blur'
        ? relatedTarget?.type !== 'submit' && changed.delete(target)
        : changed.add(target) && errors.some(({ name }) => isWithin(name, target.name))
    if (isDue) show([check(target)])
  }
  const types = ['input', 'blur', 'submit']
  for (const type of types) form.addEventListener(type, listener, true)

  return () => {
    form.noValidate = false
    for (const type of types) form.removeEventListener(type, listener, true)
  }
}

/** What we read of the events. */
interface AnyEvent {
  readonly type: string
  readonly target: Control
  readonly submitter?: HTMLButtonElement | null
  readonly relatedTarget?: HTMLButtonElement | null
}

/** Checks what HTML cannot say. */
function messageOf(form: HTMLFormElement, name: string, rules: FieldCheck = {}): string {
  // A comparison with `undefined` is false.
  const { pattern = [], minItems, maxItems, minSize, maxSize } = rules as Required<FieldCheck>
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
        pattern.some((source) => !new RegExp(source, 'u').test(item)),
    )

  // What the browser says about a text that does not match its pattern, in the language of the user.
  const input = document.createElement('input')
  Object.assign(input, { pattern: '(?!)', value: 'x' })
  return isWrong ? input.validationMessage || 'Invalid value' : ''
}
