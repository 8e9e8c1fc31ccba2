import { useId, type ReactNode } from 'react'
import type { ServerRender } from './contexts.ts'

type FieldComponent = (server: ServerRender) => ReactNode

/**
 * The field with the key of a submission, in a document of an app with `once`.
 *
 * A build for the browser changes this to `undefined`, because otherwise React's code for `useId()` would be a part of every
 * page: see `browserOnly()` in the `vite` folder.
 */
export const DocumentField = (({ once, onKey }) => {
  const id = useId()
  if (once === undefined) return null

  if (once) onKey?.()
  const key = once && `${once}.${id.replaceAll(/\W/g, '-')}`
  return <input type="hidden" name="_once" value={key} />
}) as FieldComponent | undefined
