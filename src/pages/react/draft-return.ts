import { nobody, unknownVisitor } from '../page-protocol/visitor-header.ts'

/**
 * Protects what one visitor has left in a document from the next one, when the browser returns to it: after Back, Forward or
 * a reload, or because a closed tab was opened again. Browsers then restore the fields, and may restore the whole page.
 */

/** How the browser came to the document. */
function navigationOf(): Partial<PerformanceNavigationTiming> {
  return (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming) ?? {}
}

/** Whether the browser may have restored the fields of the document. */
export function isReturn(): boolean {
  return /back|reload/.test(navigationOf().type ?? '')
}

/**
 * Empties the fields of the document if the browser may have restored the text of another visitor (DR-21). It is called
 * before the page is hydrated.
 *
 * @param told Who is signed in, according to the document. `null` if it does not say it
 * @param last Who was told last, by any document
 */
export async function clearReturn(told: string | null, last: string | null): Promise<void> {
  const { loadEventEnd, transferSize, type } = navigationOf()
  // Browsers take a document from their cache to go back, also if it has to be checked before it is used again.
  const isStale =
    type === 'back_forward' && transferSize === 0 && told !== null && !isSame(told, `${last}`)
  if (isStale) return loadAnew()
  if (!isReturn() || isSame(`${history.state?.visitor}`, `${told ?? last}`)) return

  emptyFields()
  if (loadEventEnd !== 0) return
  // Chromium restores fields between `load` and `pageshow`, and the other browsers while they read the document.
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  emptyFields()
}

/** Notes in the entry of the history whose text the fields of the document may have. */
export function markEntry(owner: string | null): void {
  const { state } = history
  if (state?.visitor !== owner) history.replaceState({ ...state, visitor: owner }, '')
}

/** Loads the page of the URL as a new document. Browsers restore nothing in it, and ask nothing if the old one was posted. */
export function loadAnew(): Promise<never> {
  location.replace(location.href.split('#')[0]!)
  return new Promise(() => {})
}

/** Resets each form, and each field without a form. */
function emptyFields(): void {
  for (const form of document.forms) HTMLFormElement.prototype.reset.call(form)
  for (const control of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (control.form) continue
    control.value = control.defaultValue
    control.checked = control.defaultChecked
  }
}

/**
 * Whether two visitors are the same one, or `undefined` if that is not known. A visitor has a digest for each secret of the
 * server, with dots between them. The last 16 characters of a digest are about the visitor, and what is before them names
 * the secret.
 */
export function isSame(one: string, other: string): boolean | undefined {
  if (one === other || one === nobody || other === nobody) return one === other
  let result: boolean | undefined
  for (const digest of one.split('.')) {
    for (const known of other.split('.')) {
      if (digest.slice(0, -16) === known.slice(0, -16)) result ||= digest === known
    }
  }
  return result
}

/**
 * Returns the owner of a text after a login or logout. A text that was typed by a guest goes to the visitor who logs in
 * next.
 */
export function passOn(owner: string, who: string): string {
  if (who === nobody) return owner
  return owner === nobody || isSame(owner, who) ? who : unknownVisitor
}
