import { type Control, isSubmitButton } from './controls.ts'
import { attribute, chainOf } from './html.ts'
import { readColor } from './input-values.ts'

/** A name and a value that a form sends. */
export type Entry = readonly [name: string, value: string | File]

/**
 * HTML Standard, "constructing the entry list": returns the entries that a form sends, in tree
 * order.
 */
export function createEntryList(
  controls: readonly Control[],
  submitter: Control | undefined,
): readonly Entry[] {
  return controls.filter((control) => isSuccessful(control, submitter)).flatMap(entriesOf)
}

function isSuccessful(control: Control, submitter: Control | undefined): boolean {
  const { type, isDisabled, isChecked, name, element } = control
  if (isDisabled || chainOf(element).some(({ tagName }) => tagName === 'datalist')) return false
  if (type === 'reset' || type === 'button') return false
  if (isSubmitButton(control) && control !== submitter) return false
  if ((type === 'checkbox' || type === 'radio') && !isChecked) return false

  return type === 'image' || name !== ''
}

function entriesOf(control: Control): Entry[] {
  const reason = whyUnknown(control)
  if (reason !== undefined) {
    throw new Error(
      `Cannot submit the form: ${JSON.stringify(control.label || `[name=${control.name}]`)} ${reason}`,
    )
  }

  const { type, name, value, options, files } = control
  switch (type) {
    case 'image': {
      // These entries are the position of the click: the upper left corner, as with the keyboard.
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

/** Returns why the test kit cannot know the value that a browser would send for a field. */
function whyUnknown({ element, type, value, isEdited }: Control): string | undefined {
  if (attribute(element, 'dirname')) {
    return 'has dirname, and the test kit knows no writing directions. Remove it, or test the form in a browser.'
  }
  if (type === 'textarea' && attribute(element, 'wrap')?.toLowerCase() === 'hard') {
    return 'has wrap="hard", and the test kit breaks no lines. Remove it, or test the form in a browser.'
  }
  if (type === 'color' && !isEdited && readColor(value) === null) {
    return `has the color ${JSON.stringify(value)}, and the test kit reads digits only. Write it as "#aabbcc".`
  }
  return undefined
}
