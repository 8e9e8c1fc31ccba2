import { type Control, isSubmitButton } from './controls.ts'
import { attribute, isElement, isText, parentOf, type HtmlElement, chainOf } from './html.ts'
import type { Encoding } from './encodings.ts'

/** A name and a value that a form sends. */
export type Entry = readonly [name: string, value: string | File]

/** HTML Standard, "constructing the entry list": what a form sends, in tree order. */
export function createEntryList(
  controls: readonly Control[],
  submitter: Control | undefined,
  encoding: Encoding,
): readonly Entry[] {
  return controls
    .filter((control) => isSuccessful(control, submitter))
    .flatMap((control) => [...entriesOf(control, encoding), ...directionEntries(control)])
}

function isSuccessful(control: Control, submitter: Control | undefined): boolean {
  const { type, isDisabled, isChecked, name, element } = control
  if (isDisabled || chainOf(element).some(({ tagName }) => tagName === 'datalist')) return false
  if (type === 'reset' || type === 'button') return false
  if (isSubmitButton(control) && control !== submitter) return false
  if ((type === 'checkbox' || type === 'radio') && !isChecked) return false

  return type === 'image' || name !== ''
}

function entriesOf(
  { type, name, value, options, files, element }: Control,
  encoding: Encoding,
): Entry[] {
  switch (type) {
    case 'image': {
      // The position of the click. It is the upper left corner, as with the keyboard.
      const prefix = name === '' ? '' : `${name}.`
      return [
        [`${prefix}x`, '0'],
        [`${prefix}y`, '0'],
      ]
    }
    case 'select-one':
    case 'select-multiple':
      return options
        .filter(({ isSelected, isDisabled }) => isSelected && !isDisabled)
        .map((option): Entry => [name, option.value])
    case 'file': {
      const nothing = new File([], '', { type: 'application/octet-stream' })
      return (files.length > 0 ? files : [nothing]).map((file): Entry => [name, file])
    }
    case 'hidden':
      return [[name, name.toLowerCase() === '_charset_' ? encoding.name : value]]
    case 'textarea': {
      if (attribute(element, 'wrap')?.toLowerCase() !== 'hard') return [[name, value]]
      const columns = Number.parseInt(attribute(element, 'cols') ?? '', 10)
      return [[name, wrapLines(value, columns > 0 ? columns : 20)]]
    }
    default:
      return [[name, value]]
  }
}

const typesWithDirection = new Set(
  'hidden text search tel url email password submit reset button textarea'.split(' '),
)

/** The writing direction of a text, for fields that ask for it with `dirname`. */
function directionEntries(control: Control): Entry[] {
  const name = attribute(control.element, 'dirname')
  return name && typesWithDirection.has(control.type) ? [[name, directionOf(control)]] : []
}

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

/**
 * Breaks the lines of a textarea with `wrap="hard"`: after spaces, or inside of a word that is longer than a line. Spaces
 * at the end of a line need no room.
 */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  const lines = ['']
  for (const [word] of line.matchAll(/ +|[^ ]+ */g)) {
    const last = lines.at(-1)!
    const isFitting = last.length + word.trimEnd().length <= columns
    if (isFitting || last === '') lines[lines.length - 1] += word
    else lines.push(word)
    while (lines.at(-1)!.trimEnd().length > columns) {
      const long = lines.pop()!
      lines.push(long.slice(0, columns), long.slice(columns))
    }
  }
  return lines.join('\n')
}
