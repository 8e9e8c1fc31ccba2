import { writesOf } from '../tags/shared.ts'
import type { PageRequest } from './page-request.ts'
import { reportError } from './report.ts'

/** The argument `writes` of an action, and a function to call when the action has ended. */
export function createActionWrites(
  page: PageRequest,
  index: number,
): { writes: (...tags: string[]) => void; end: () => void } {
  const { id } = page.matches[index]!
  let hasEnded = false

  return {
    writes(...tags) {
      if (hasEnded) {
        const message = `Cannot write ${JSON.stringify(tags)}: the action of "${id}" has ended. Call writes() before it returns.`
        return reportError(page, new Error(message), 'action', index)
      }
      const written = writesOf(page.context)
      written.add(`the action of "${id}"`, tags)
      written.declare()
    },
    end() {
      hasEnded = true
    },
  }
}
