import { flushSync } from 'react-dom'
import type { FieldError, FormState } from '../../internal/forms/fields.ts'
import { pressRows } from '../../internal/forms/press-rows.ts'

/**
 * Adds or removes a row of a form in the browser, and moves the focus.
 *
 * @param watch The rows of the form's lists
 * @param value The value of the button that was pressed
 * @param show Called with the row, whose errors are moved or removed with it
 * @returns Whether the form has the list
 */
export function pressButton(
  form: HTMLFormElement,
  { lists }: { readonly lists?: Pick<FormState, 'rows'> | undefined },
  value: string,
  show: (found: readonly FieldError[]) => void,
): boolean {
  const { rows = {} } = lists ?? {}
  const next = Math.max(-1, ...Object.values(rows).flat()) + 1
  const pressed = pressRows(value, (list) => rows[list], next)
  if (!pressed) return false

  // The name of no list, so this entry keeps the highest index that there was.
  rows[''] = [next - 1]
  rows[pressed.list] = pressed.rows
  flushSync(() => show([{ name: value.replace('-', ''), message: '' }]))
  // The rows are a change of the form, which its draft keeps (DR-13). No field was typed into, so the event does not bubble.
  form.dispatchEvent(new Event('input'))
  focusRow(form, pressed.focus)
  return true
}

/**
 * Focuses the first field of a new row, or a button that adds or removes a row.
 *
 * @param focus The name of the row, or the value of the button
 */
export function focusRow(form: HTMLFormElement, focus: string): void {
  const elements = Array.from(form.elements) as HTMLInputElement[]
  const isFound = ({ name, type, value }: HTMLInputElement): boolean =>
    type === 'submit' ? value === focus : type !== 'hidden' && name.startsWith(`${focus}.`)
  elements.find(isFound)?.focus()
}
