import { controlsOf, isControlled, textOf, type Typed } from './draft-controls.ts'
import { warn } from './warn.ts'

/** Warns of two forms of a page with one identity (DR-8). */
export function warnOfEqual(id: string): void {
  warn(
    `Two forms of the page are equal, so neither keeps what is typed: ${id}. Give each the hidden field that tells its action which record it is, or <Form draft>.`,
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
    `What was typed at ${url.trim()} was not filled in: the form is another one now. It was ${other}, and is ${id}. If it is the same record, give it <Form draft={id}>.`,
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
        `The field "${control.name}" was not filled with what was typed: it is controlled. Set its state from useDraft().`,
      )
    })
  }, 100)
}
