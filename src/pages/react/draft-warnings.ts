import { controlsOf, isControlled, textOf, type Typed } from './draft-controls.ts'
import { warn } from './warn.ts'

/** Warns of two forms of a page with one identity (DR-8). */
export function warnOfEqual(id: string): void {
  warn(
    `Two forms of the page are equal, so neither keeps a draft: ${id}. Give each form a hidden field with the id of its record, or <Form draft>.`,
  )
}

/**
 * Warns of a draft that was not used because the hidden fields of its form differ.
 *
 * @param ids The identities of the drafts that the page could have used
 */
export function warnOfOther(id: string, url: string, ids: readonly string[]): void {
  // The last part of an identity tells the record. The others tell the target.
  const targetOf = (one: string): string => String((JSON.parse(one) as unknown[]).slice(0, -1))
  const other = ids.find((one) => targetOf(one) === targetOf(id))
  if (!other) return
  warn(
    `Cannot fill in the draft from ${url.trim()}: the identity of the form has changed. It was ${other}, and is ${id}. If the form is still about the same record, give it <Form draft={id}>.`,
  )
}

/** Warns of controlled fields if the app has not set them from the draft after a moment. */
export function warnOfControlled({ form, rest }: Typed): void {
  const controls = controlsOf(form).filter(
    (control) => rest.has(control.name) && isControlled(control),
  )
  const before = controls.map((control) => textOf(control))
  setTimeout(() => {
    controls.forEach((control, i) => {
      if (!control.isConnected || textOf(control) !== before[i]) return
      warn(
        `Cannot fill the field "${control.name}" with its draft: it is controlled. Set its state from useDraft().`,
      )
    })
  }, 100)
}
