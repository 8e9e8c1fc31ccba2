import type { FieldRules, FieldTree } from '../internal/fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What the check needs to know. It is read when it is needed, because it changes. */
interface Watched {
  readonly tree: FieldTree
  /** What is shown now. */
  readonly errors: readonly { readonly name: string }[]
}

/**
 * Checks the fields of a form in the browser: when a changed field loses the focus, while a field with an error changes,
 * and before the form is submitted. Only a form without errors is submitted.
 *
 * @param show Called with the messages by name. An empty message says that the field is right
 * @returns A function that stops it
 */
export function watchForm(
  form: HTMLFormElement,
  read: () => Watched,
  show: (messages: Record<string, string>) => void,
): () => void {
  // Until now, and without this script, the browser shows its own messages.
  form.noValidate = true
  const changed = new Set<string>()
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  const check = (control: Control): string =>
    messageOf(form, control, rulesAt(read().tree, control.name))

  form.addEventListener(
    'input',
    ({ target }) => {
      const control = target as Control
      const { name } = control
      changed.add(name)
      if (read().errors.some((error) => error.name === name)) show({ [name]: check(control) })
    },
    options,
  )
  form.addEventListener(
    'blur',
    ({ target }) => {
      const control = target as Control
      if (changed.delete(control.name)) show({ [control.name]: check(control) })
    },
    options,
  )
  form.addEventListener(
    'submit',
    (event) => {
      if ((event.submitter as HTMLButtonElement | null)?.formNoValidate) return

      const messages: Record<string, string> = {}
      let first: Control | undefined
      for (const control of Array.from(form.elements) as Control[]) {
        if (!control.name || !control.willValidate || messages[control.name]) continue
        const message = check(control)
        messages[control.name] = message
        if (message) first ??= control
      }
      show(messages)
      if (!first) return

      // Neither `onSubmit` nor the client router sees the form.
      event.preventDefault()
      event.stopImmediatePropagation()
      first.focus()
    },
    options,
  )

  return () => {
    form.noValidate = false
    controller.abort()
  }
}

function rulesAt(tree: FieldTree, name: string): FieldRules | undefined {
  let found: FieldTree | FieldRules | undefined = tree
  for (const key of name.split('.')) found = (found as FieldTree | undefined)?.[key]
  return (found ?? tree[name]) as FieldRules | undefined
}

function messageOf(form: HTMLFormElement, control: Control, rules: FieldRules | undefined): string {
  if (control.validationMessage || !rules?.check) return control.validationMessage ?? ''

  const {
    pattern = [],
    minItems = 0,
    maxItems = Infinity,
    minSize = 0,
    maxSize = Infinity,
  } = rules.check
  const sent = new FormData(form).getAll(control.name)
  const items = sent.filter((item) => (typeof item === 'string' ? item !== '' : item.name !== ''))
  const isWrong =
    (rules.multiple && (items.length < minItems || items.length > maxItems)) ||
    items.some((item) =>
      typeof item === 'string'
        ? !pattern.every((source) => matches(source, item))
        : item.size < minSize || item.size > maxSize,
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
