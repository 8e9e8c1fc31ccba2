import { isSpace } from './characters.ts'

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7E\x80-\uFFFF]*"$/

/** Whether `text` is an entity tag with its quotes (RFC 9110 §8.8.3): `"abc"` or `W/"abc"`. */
export function isEntityTag(text: string): boolean {
  return ENTITY_TAG.test(text)
}

/** Whether two tags are the same and neither is weak. */
export function matchesStrongly(a: string, b: string): boolean {
  return a === b && !a.startsWith('W/')
}

/** Whether two tags are the same, weak or not. */
export function matchesWeakly(a: string, b: string): boolean {
  return withoutWeakness(a) === withoutWeakness(b)
}

/** The valid tags of a list, in order. A comma inside the quotes belongs to the tag. */
export function parseEntityTags(text: string): string[] {
  const tags: string[] = []
  let i = 0
  while (i < text.length) {
    if (isSpace(text.charCodeAt(i)) || text.charCodeAt(i) === 0x2c) {
      i++
      continue
    }

    const end = endOfItem(text, i)
    let last = end
    while (isSpace(text.charCodeAt(last - 1))) last--
    const item = text.slice(i, last)
    if (isEntityTag(item)) tags.push(item)
    i = end + 1
  }
  return tags
}

/** The comma after the item that starts at `start`, or the end. Only a quote that starts a tag hides commas. */
function endOfItem(text: string, start: number): number {
  const quote = text.startsWith('W/', start) ? start + 2 : start
  let after = start
  if (text.charCodeAt(quote) === 0x22) {
    const closing = text.indexOf('"', quote + 1)
    if (closing !== -1) after = closing + 1
  }
  const comma = text.indexOf(',', after)
  return comma === -1 ? text.length : comma
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
