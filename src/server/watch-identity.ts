import type { RequestContext } from '../fetch-router/index.ts'
import { Session } from '../session/index.ts'

/**
 * Watches who the visitor is while an action runs.
 *
 * @returns A function that says whether the session has ended, was created or got a new id since
 */
export function watchIdentity(context: RequestContext): () => boolean {
  const before = context.get(Session)
  const { id, destroyed } = before ?? { id: '', destroyed: false }
  // A session whose data is in its cookie has no id.
  const existed = before !== undefined && (id !== '' || before.size > 0)

  return () => {
    const session = context.get(Session)
    if (session === undefined) return before !== undefined
    if (session.destroyed !== destroyed) return true
    return existed ? session !== before || session.id !== id : session.changed
  }
}
