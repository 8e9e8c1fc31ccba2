import type { Control } from './controls.ts'
import { attribute, isElement, isText, parentOf, type HtmlElement } from './html.ts'

/** The direction in which a text is written. */
export type Direction = 'ltr' | 'rtl'

/** HTML Standard, "directionality": the writing direction of a field, by its value if `dir` is `auto`. */
export function directionOf({ element, type, value }: Control): Direction {
  const dir = readDirection(element)
  if (dir === 'auto') return firstStrong(value) ?? 'ltr'
  if (dir !== undefined) return dir

  const parent = parentOf(element)
  return type === 'tel' || parent === undefined ? 'ltr' : directionAround(parent)
}

function directionAround(element: HtmlElement): Direction {
  const dir = readDirection(element)
  if (dir === 'auto') return firstStrong(directedText(element)) ?? 'ltr'

  const parent = parentOf(element)
  return dir ?? (parent === undefined ? 'ltr' : directionAround(parent))
}

function readDirection(element: HtmlElement): Direction | 'auto' | undefined {
  const dir = attribute(element, 'dir')?.toLowerCase()
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : undefined
}

const skipped = new Set(['bdi', 'script', 'style', 'textarea'])

/** The text that decides the direction of the element around it. */
function directedText(element: HtmlElement): string {
  return element.childNodes
    .map((child) => {
      if (isText(child)) return child.value
      if (!isElement(child) || skipped.has(child.tagName)) return ''
      return readDirection(child) === undefined ? directedText(child) : ''
    })
    .join('')
}

/** The direction of the first letter. Digits and signs have none. */
function firstStrong(text: string): Direction | undefined {
  const [letter] = /\p{L}|[\u200E\u200F]/u.exec(text) ?? []
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/** The blocks of Unicode for scripts that are written from right to left, and the mark for it. */
const rightToLeft =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
