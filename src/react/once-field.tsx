import { useId, type ReactNode } from 'react'
import { useRouter } from './contexts.ts'
import { useHasStarted } from './use-has-started.ts'

/**
 * Adds the key of a submission for the browser, in an app with `once`. It is removed once the client router submits the
 * form, which sends the key in a header. Every form has one, because the page may not know where its form leads.
 */
export function OnceField({ isNative }: { isNative: unknown }): ReactNode {
  const { browser, server } = useRouter('<Form>')
  const id = useId()
  const hasStarted = useHasStarted('<Form>')
  const { once } = server ?? browser!
  if (once === undefined || (hasStarted && !isNative)) return null

  const key = once && `${once}.${id.replaceAll(/\W/g, '-')}`
  // The client router sends the same key, so that clicks before and after it has started are one submission.
  const keep = (input: HTMLInputElement | null): void => {
    if (key && input?.form) browser?.onceKeys?.set(input.form, key)
  }
  return <input type="hidden" name="_once" value={key} ref={keep} />
}
