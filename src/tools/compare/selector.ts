import { attribute, parentOf, type HtmlElement } from '../testing/shared.ts'

/** One part of a selector: `main`, `#a`, `.a`, `[a]` or `[a=b]`, in any combination. */
const compound = /^(?:[\w-]+|\*)?(?:[#.][\w-]+|\[[\w-]+(?:=(?:"[^"]*"|[\w-]+))?\])*$/

/** @throws {Error} If a selector has other parts than names, ids, classes, attributes and spaces */
export function checkSelector(selector: string): void {
  if (
    selector.trim() === '' ||
    !selector
      .trim()
      .split(/\s+/)
      .every((part) => compound.test(part))
  ) {
    throw new Error(
      `Cannot use --ignore ${JSON.stringify(selector)}: use a selector of names, ids, classes and attributes, such as "main .clock" or "[data-time]"`,
    )
  }
}

/** Whether a selector selects an element. */
export function selectsElement(selector: string, element: HtmlElement): boolean {
  const parts = selector.trim().split(/\s+/)
  if (!fits(parts.at(-1)!, element)) return false
  const around = parts.slice(0, -1)
  for (let parent = parentOf(element); parent && around.length > 0; parent = parentOf(parent)) {
    if (fits(around.at(-1)!, parent)) around.pop()
  }
  return around.length === 0
}

function fits(part: string, element: HtmlElement): boolean {
  const [name = ''] = /^(?:[\w-]+|\*)?/.exec(part)!
  if (name !== '' && name !== '*' && name.toLowerCase() !== element.tagName) return false
  return Array.from(part.matchAll(/([#.])([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g)).every(
    ([, sign, word, key, value]) => {
      if (sign === '#') return attribute(element, 'id') === word
      if (sign === '.') return attribute(element, 'class')?.split(/\s+/).includes(word!)
      const given = attribute(element, key!)
      return given !== undefined && (value === undefined || given === value)
    },
  )
}
