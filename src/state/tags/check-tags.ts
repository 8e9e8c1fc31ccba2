import { showValue } from '../../internal/guards/check.ts'

/** How many tags a route may read, and a request may write. Each tag of a cached page is one key to read for a hit. */
export const MAX_TAGS = 64

/** The most characters of a tag, so that 64 of them fit into a header. */
export const MAX_LENGTH = 128

/**
 * Checks a list of tags.
 *
 * @param caller The owner of the tags, such as `reads of "pages/books/show"`
 * @returns The same list
 * @throws {TypeError} If it is not a list of at most 64 tags
 */
export function checkTags(caller: string, tags: unknown): readonly string[] {
  if (!Array.isArray(tags)) {
    throw new TypeError(
      `Cannot use ${showValue(tags)} as ${caller}: it must be an array of tags, and not a promise`,
    )
  }
  if (tags.length > MAX_TAGS) {
    throw new TypeError(
      `Cannot use ${tags.length} tags in ${caller}: at most ${MAX_TAGS} are allowed. Use a coarser tag, such as "books".`,
    )
  }
  return checkEachTag(caller, tags)
}

/** Checks a list of any length. Throws a `TypeError` if it is not a list, or if one of them is not a tag. */
export function checkEachTag(caller: string, tags: unknown): readonly string[] {
  if (!Array.isArray(tags)) {
    throw new TypeError(
      `Cannot use ${showValue(tags)} as the tags in ${caller}: pass an array, such as ["books"]`,
    )
  }
  for (const tag of tags) {
    if (!isTag(tag)) {
      throw new TypeError(
        `Cannot use ${showValue(tag)} as a tag in ${caller}: a tag is a string of 1 to ${MAX_LENGTH} characters without commas and control characters. Create it with tag() of framework/tags.`,
      )
    }
  }
  return tags as string[]
}

function isTag(tag: unknown): tag is string {
  // oxlint-disable-next-line no-control-regex -- these are what a tag must not have
  return (
    typeof tag === 'string' && tag.length <= MAX_LENGTH && /^[^,\x00-\x1f\x7f-\x9f]+$/.test(tag)
  )
}
