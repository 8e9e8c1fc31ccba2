import { rowsField, type FieldState } from '../internal/fields.ts'
import { warn } from './warn.ts'

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
