import { isSubmitButton, type Control } from './controls.ts'
import { directionOf } from './direction.ts'
import type { Encoding } from './encodings.ts'
import { attribute, chainOf } from './html.ts'
import { wrapLines } from './wrap-lines.ts'

/** A name and a value that a form sends. */
export type Entry = readonly [name: string, value: string | File]

/**
 * HTML Standard, "constructing the entry list": what a form sends, in tree order.
 *
 * @param controls All controls of the form
 * @param submitter The button that was clicked, if one was
 * @param encoding The encoding in which the form is sent
 */
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
