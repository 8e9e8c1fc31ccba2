import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'

/** How many tags a route, and a request that writes, may have. */
export const maxTags = 64

/**
 * Checks tags: 1 to 128 characters without control characters and commas, and at most 64 of them.
 *
 * @param caller Who gives the tags, such as `writes()`
 * @throws {TypeError} If there is another tag, or too many
 */
export function checkTags(caller: string, tags: readonly unknown[]): asserts tags is string[] {
  for (const tag of tags) {
    invariant(
      typeof tag === 'string' && isTag(tag),
      `${caller} takes tags of 1 to 128 characters without control characters and commas, not ${showValue(tag)}`,
    )
  }
  const { size } = new Set(tags)
  invariant(size <= maxTags, `${caller} takes at most ${maxTags} tags, not ${size}`)
}

function isTag(text: string): boolean {
  return text.length >= 1 && text.length <= 128 && !/[\p{Cc},]/u.test(text)
}
