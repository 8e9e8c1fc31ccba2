import { useId, type ReactNode } from 'react'
import { canBeServer } from './can-be-server.ts'
import { useRouter, useHasStarted } from './contexts.ts'
import { readItem, writeItem } from './tab-storage.ts'

/** For how many seconds the key of a document can be sent for the first time (ON-1). */
const AGE = 3600

/**
 * Adds the key of a submission for the browser, in an app with `once`. Once the client router submits the form, it sends the
 * key in a header, and this field is removed. Every form has a key, because the page may not know which action its form
 * leads to.
 */
export function OnceField({ isNative }: { isNative: unknown }): ReactNode {
  const { browser, server } = useRouter('<Form>')
  const id = useId()
  const hasStarted = useHasStarted('<Form>')
  const { once } = server ?? browser!
  if (once === undefined || (hasStarted && !isNative)) return null

  const key = once && `${once}.${id.replaceAll(/\W/g, '-')}`
  if (canBeServer && key) server?.onKey?.()
  // The client router sends the same key, so that clicks before and after it has started are one submission.
  const keep = (input: HTMLInputElement | null): void => {
    // A draft may have brought the key of a form that was sent before (DR-17).
    if (!key || !input?.form || browser?.onceKeys?.has(input.form) || isUsed(key)) return
    const until = (parseInt(once.split('.')[1]!, 36) + AGE) * 1000
    browser?.onceKeys?.set(input.form, { key, until, onUsed: () => isUsed(key, true) })
  }
  return <input type="hidden" name="_once" value={key} ref={keep} />
}

/** Whether the app has responded to a form of this document, which the browser may have kept and shown again. */
function isUsed(key: string, isNow?: boolean): boolean {
  if (isNow) writeItem(key, '1')
  return readItem(key) !== null
}
