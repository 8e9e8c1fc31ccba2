import {
  isWithin,
  rowsField,
  type FieldCheck,
  type FieldError,
  type FieldState,
  type FormState,
} from '../../internal/forms/fields.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { FilledDraft } from './draft.ts'
import type * as Buttons from './press-button.ts'
import { warn } from './warn.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The state of a form that all its renderings share. */
export interface FormWatch {
  /** The controls that were changed and not checked yet. */
  readonly changed: Set<Control>
  /** The controls to check as soon as nothing is pressed. */
  readonly due: Set<Control>
  /** Whether a mouse button or a finger is down, anywhere on the page. */
  isPressed?: boolean
  /** Whether this form is the one that was submitted last. */
  isSent?: boolean | undefined
  /** Whether the person has typed into the form since. */
  isTyped?: boolean
  /** Whether the server has not responded to the form yet. */
  isPending?: boolean | undefined
  /** Checks the controls that are due, against the newest rendering. */
  checkDue?(): void
  /** The rows of the lists, and the rows that they had at first. `undefined` if the lists begin anew. */
  lists?: (Pick<FormState, 'rows' | 'start'> & { failure: FormFailure | undefined }) | undefined
  /** The draft that the rows come from. */
  draft?: FilledDraft | undefined
  /** The code of the buttons of lists. A form without lists does not load it. */
  buttons?: typeof Buttons
}

const presses = ['pointerdown', 'mousedown']
const releases = ['pointerup', 'mouseup', 'pointercancel', 'contextmenu']
const types = ['input', 'blur', 'submit', ...presses, ...releases]

/**
 * Checks the fields of a form in the browser: when a changed field loses the focus, while a field with an error changes,
 * and before the form is submitted. Only a form without errors is submitted.
 *
 * @param errors The errors on show
 * @param show Called with a message for each field that was checked. It is empty if the field is right
 * @returns A function that stops it
 */
export function watchForm(
  form: HTMLFormElement,
  watch: FormWatch,
  fields: readonly FieldState[],
  errors: readonly FieldError[],
  show: (found: readonly FieldError[]) => void,
): () => void {
  const { changed, due } = watch
  // Without this script, the browser shows its own messages.
  form.noValidate = true
  const check = (control: Control): Checked => checkControl(form, fields, control)
  watch.checkDue = () => {
    if (watch.isPressed || !due.size) return
    show(Array.from(due, check))
    due.clear()
  }

  const listener = (event: Event): void => {
    const { submitter, target, type } = event as unknown as AnyEvent
    if (type === 'submit') {
      const isOwn = (target as unknown) === form
      // Keeps the event from `onSubmit` and from the client router.
      const stop = (): void => {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      const isPressed = isOwn && submitter?.name === rowsField
      if (isPressed && watch.buttons?.pressButton(form, watch, submitter.value, show)) return stop()

      watch.isSent = false
      if (!isOwn) return

      changed.clear()
      due.clear()
      const found: Checked[] = []
      for (const control of submitter?.formNoValidate ? [] : Array.from(form.elements)) {
        // Radio buttons share a name and a message.
        const { name } = control as Control
        const isDone = found.some((one) => name === one.name && one.message)
        if (!isDone) found.push(check(control as Control))
      }
      show(found)
      const wrong = found.find(({ message }) => message)
      watch.isSent = !wrong
      watch.isTyped = false
      if (!wrong) return

      stop()
      return wrong.control.focus()
    }

    // A new message moves the content below it, so a click would miss its target. The click comes right after the release.
    if (presses.includes(type)) watch.isPressed = true
    else if (releases.includes(type)) {
      watch.isPressed = false
      setTimeout(() => watch.checkDue!())
    } else if (target.form === form) {
      if (type === 'input') watch.isTyped = true
      const isDue =
        type === 'blur'
          ? changed.delete(target)
          : changed.add(target) && errors.some(({ name }) => isWithin(name, target.name))
      if (isDue) due.add(target)
      watch.checkDue!()
    }
  }
  for (const type of types) document.addEventListener(type, listener, true)

  return () => {
    form.noValidate = false
    for (const type of types) document.removeEventListener(type, listener, true)
  }
}

/** A control and its message. The message is empty if the value is right. */
type Checked = FieldError & { control: Control }

function checkControl(
  form: HTMLFormElement,
  fields: readonly FieldState[],
  control: Control,
): Checked {
  const { name, validationMessage, validity } = control
  const { check, messages = {} } = fields.find((field) => field.name === name) ?? {}
  const broken = validationMessage
    ? Object.keys(messages).find((rule) => validity[rule as keyof ValidityState])
    : brokenRule(form, name, check)
  const message = messages[broken!] ?? (validationMessage || (broken && mismatchMessage()))
  return { name, message: message ?? '', control }
}

/** The properties that are read from any of these events. */
interface AnyEvent {
  readonly type: string
  readonly target: Control
  readonly submitter?: HTMLButtonElement | null
}

/** Returns the rule that HTML cannot express and that a field breaks: the name of a limit, or the source of a pattern. */
function brokenRule(
  form: HTMLFormElement,
  name: string,
  rules: FieldCheck = {},
): string | undefined {
  // A comparison with `undefined` is false.
  const { pattern = [], minItems, maxItems, minSize, maxSize } = rules as Required<FieldCheck>
  const sent = new FormData(form).getAll(name) as (string & File)[]
  // An empty value is not sent to the schema.
  const items = sent.filter((item) => item.name ?? item)
  if (items.length < minItems) return 'minItems'
  if (items.length > maxItems) return 'maxItems'
  if (items.some(({ size }) => size < minSize)) return 'minSize'
  if (items.some(({ size }) => size > maxSize)) return 'maxSize'

  return pattern.find((source) => items.some((item) => !new RegExp(source, 'u').test(item)))
}

/** Returns the browser's message for a value that does not match its pattern, in the language of the user. */
function mismatchMessage(): string {
  const input = document.createElement('input')
  Object.assign(input, { pattern: '(?!)', value: 'x' })
  return input.validationMessage || 'Invalid value'
}

/** Warns of a form in which Enter would add or remove a row. */
export function warnOfEnter(route: string, form: HTMLFormElement): void {
  const buttons = Array.from(form.elements) as HTMLInputElement[]
  const first = buttons.find(({ type }) => type === 'submit' || type === 'image')
  if (first?.name !== rowsField) return
  warn(
    `Enter in a field of the form of route "${route}" presses its first button, which has the value "${first.value}" and adds or removes a row. Begin the form with <button hidden />, with the name and the value of the main button.`,
  )
}

/** Warns of fields that are outside the form of `useFields()`. */
export function warnWithoutForm(route: string, fields: readonly FieldState[]): void {
  const field = fields.find(({ id }) => document.getElementById(id))
  if (!field) return
  warn(
    `The field "${field.name}" of route "${route}" is on the page, but its form is not known. Write <Form method="post" {...form}> with the \`form\` that useFields() returns.`,
  )
}
