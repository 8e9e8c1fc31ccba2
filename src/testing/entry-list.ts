import { isSubmitButton, type Control } from './controls.ts'
import { attribute, chainOf } from './html.ts'

/** A name and a value that a form sends. */
export type Entry = readonly [name: string, value: string | File]

/**
 * HTML Standard, "constructing the entry list": what a form sends, in tree order.
 *
 * @param controls All controls of the form
 * @param submitter The button that was clicked, if one was
 */
export function createEntryList(
  controls: readonly Control[],
  submitter: Control | undefined,
): readonly Entry[] {
  return controls
    .filter((control) => isSuccessful(control, submitter))
    .flatMap((control) => [...entriesOf(control), ...directionOf(control)])
}

function isSuccessful(control: Control, submitter: Control | undefined): boolean {
  const { type, isDisabled, isChecked, name, element } = control
  if (isDisabled || chainOf(element).some(({ tagName }) => tagName === 'datalist')) return false
  if (type === 'reset' || type === 'button') return false
  if (isSubmitButton(control) && control !== submitter) return false
  if ((type === 'checkbox' || type === 'radio') && !isChecked) return false

  return type === 'image' || name !== ''
}

function entriesOf({ type, name, value, options, files }: Control): Entry[] {
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
      return [[name, name.toLowerCase() === '_charset_' ? 'UTF-8' : value]]
    default:
      return [[name, value]]
  }
}

const typesWithDirection = new Set(
  'hidden text search tel url email password submit reset button textarea'.split(' '),
)

/** The writing direction of a text, for fields that ask for it with `dirname`. */
function directionOf({ type, element }: Control): Entry[] {
  const name = attribute(element, 'dirname')
  if (!name || !typesWithDirection.has(type)) return []

  const directions = chainOf(element).map((part) => attribute(part, 'dir')?.toLowerCase())
  return [[name, directions.find((dir) => dir === 'ltr' || dir === 'rtl') ?? 'ltr']]
}
