import { showValue } from '../internal/check.ts'
import { checkTags } from '../tags/shared.ts'
import type { Invalidations } from './invalidations.ts'
import { within } from '../internal/within.ts'

/** How long `invalidate()` waits for the storage, in milliseconds. */
const patience = 30_000

/** Creates `invalidate()`, which resolves when the storage has confirmed the tags. */
export function createInvalidate(
  invalidations: Invalidations,
): (...tags: string[]) => Promise<void> {
  return async (...tags) => {
    checkTags('invalidate()', tags)
    if (tags.length === 0) return

    const { arrived } = invalidations.send(Array.from(new Set(tags)))
    const hasArrived = await within(
      arrived().then(() => true),
      patience,
    )
    if (hasArrived) return
    throw new Error(
      `Cannot confirm that ${showValue(tags)} are invalidated: the storage has not replied for 30 s. They are sent again until it does.`,
    )
  }
}
