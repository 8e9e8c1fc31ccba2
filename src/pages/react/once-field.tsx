import type { ReactNode } from 'react'
import { canBeServer } from './can-be-server.ts'
import { useRouter, useHasStarted } from './contexts.ts'
import { DocumentField } from './document-field.tsx'
import { readItem, writeItem } from './tab-storage.ts'

/**
 * Adds the key of a submission for the browser, in an app with `once`. Once the client router submits the form, it sends the
 * key in a header, and this field is removed. Every form has a key, because the page may not know which action its form
 * leads to.
 */
export function OnceField({ isNative }: { isNative: unknown }): ReactNode {
  const { browser, server } = useRouter('<Form>')
  const isSubmitted = useHasStarted('<Form>') && !isNative
  if (DocumentField && server) return <DocumentField {...server} />

  const { once, onceKeys } = browser!
  // A build for the browser has this component only in an app with `once`.
  if (isSubmitted || (canBeServer && once === undefined)) return null

  // The client router sends the same key, so that clicks before and after it has started are one submission.
  const keep = (input: HTMLInputElement | null): void => {
    if (!once || !input?.form) return
    // The server wrote the key, unless the form was not in the document.
    const key = (input.defaultValue ||= `${once}.${Math.random()}`)
    // A draft may have brought the key of a form that was sent before (DR-17). The app may have responded to a form of this
    // document, which the browser has kept and shows again.
    if (onceKeys!.has(input.form) || readItem(key)) return
    onceKeys!.set(input.form, {
      key,
      // The key of a document can be sent for the first time within an hour (ON-1).
      until: (parseInt(once.split('.')[1]!, 36) + 3600) * 1000,
      onUsed: () => writeItem(key, '1'),
    })
  }
  // The value is not a prop, because only the server knows it.
  return <input type="hidden" name="_once" ref={keep} suppressHydrationWarning />
}
