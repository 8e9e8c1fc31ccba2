import { groupOf, isField, sizeOf, type Control, type Option } from './controls.ts'
import { attribute, chainOf, hasAttribute, parentOf } from './html.ts'
import { isEmail, limitOf, readColor, stepOf, steps, toNumber } from './input-values.ts'

const textTypes = new Set('text search tel url email password textarea'.split(' '))
const typesWithoutReadOnly = new Set(
  'checkbox radio file range color select-one select-multiple'.split(' '),
)

/** Returns why a browser would refuse to submit a form because of this field. */
export function whyInvalid(field: Control, controls: readonly Control[]): string | undefined {
  const { element, type } = field
  if (!isField(field) || type === 'hidden' || field.isDisabled) return undefined
  if (hasAttribute(element, 'readonly') && !typesWithoutReadOnly.has(type)) return undefined
  if (chainOf(element).some(({ tagName }) => tagName === 'datalist')) return undefined

  return whyMissing(field, controls) ?? (field.value === '' ? undefined : whyRefused(field))
}

function whyMissing(field: Control, controls: readonly Control[]): string | undefined {
  const { element, type, value, options } = field
  if (type === 'radio') {
    const group = field.name === '' ? [field] : groupOf(field, controls)
    const isRequired = group.some((other) => hasAttribute(other.element, 'required'))
    const isChosen = group.some(({ isChecked }) => isChecked)
    return isRequired && !isChosen ? 'one of its choices is required' : undefined
  }
  if (!hasAttribute(element, 'required')) return undefined

  switch (type) {
    case 'checkbox':
      return field.isChecked ? undefined : 'it must be checked'
    case 'file':
      return field.files.length > 0 ? undefined : 'a file is required'
    case 'select-one':
    case 'select-multiple':
      return options.some((option, at) => option.isSelected && !isPlaceholder(field, option, at))
        ? undefined
        : 'an option is required'
    case 'range':
    case 'color':
      return undefined
    default:
      return value === '' ? 'it is required' : undefined
  }
}

/** HTML Standard, "placeholder label option": the first option of a list that shows one option, if its value is empty. */
function isPlaceholder({ element, type }: Control, option: Option, at: number): boolean {
  const isShownAlone = type === 'select-one' && !(sizeOf(element) > 1)
  const isFirst = at === 0 && option.element !== undefined && parentOf(option.element) === element
  return isShownAlone && isFirst && option.value === ''
}

function whyRefused(field: Control): string | undefined {
  const { type, value, isEdited } = field
  if (type in steps) return whyOutOfRange(field)
  if (type === 'color' && isEdited && readColor(value) === null)
    return `${JSON.stringify(value)} is not a color such as "#aabbcc"`
  return textTypes.has(type) ? whyNotText(field) : undefined
}

function whyOutOfRange({ element, type, value }: Control): string | undefined {
  const shown = JSON.stringify(value)
  const number = toNumber(type, value)
  if (number === null) return `${shown} is not a value of type ${type}`

  const [min, max] = [limitOf(element, type, 'min'), limitOf(element, type, 'max')]
  // Only a range of times may cross midnight: from 22:00 to 06:00.
  const isReversed = type === 'time' && min !== null && max !== null && min > max
  const isOutside = (min !== null && number < min) || (max !== null && number > max)
  if (isReversed ? number < min && number > max : isOutside) {
    const limit = max !== null && number > max ? 'max' : 'min'
    const word = limit === 'max' ? 'more' : 'less'
    return `${shown} is ${word} than its ${limit} ${JSON.stringify(attribute(element, limit))}`
  }

  const step = stepOf(element, type)
  if (step === null) return undefined
  const base = min ?? toNumber(type, attribute(element, 'value') ?? '') ?? steps[type]!.base
  const count = (number - base) / step
  return Math.abs(count - Math.round(count)) > 1e-7
    ? `${shown} is not on its step of ${attribute(element, 'step') ?? steps[type]!.step}`
    : undefined
}

function whyNotText({ element, type, value, isEdited }: Control): string | undefined {
  const shown = JSON.stringify(value)
  if (type === 'email') {
    const addresses = hasAttribute(element, 'multiple') ? value.split(',') : [value]
    if (!addresses.every(isEmail)) return `${shown} is not an email address`
  }
  if (type === 'url' && !URL.canParse(value)) return `${shown} is not a URL`
  if (type !== 'textarea' && !matchesPattern(element, type, value)) {
    return `${shown} does not match its pattern ${attribute(element, 'pattern')}`
  }

  // The length is only checked for values that the visitor has typed.
  const [min, max] = [lengthOf(element, 'minlength'), lengthOf(element, 'maxlength')]
  if (isEdited && max !== undefined && value.length > max) {
    return `${shown} is longer than its maxlength ${max}`
  }
  if (isEdited && min !== undefined && value.length < min) {
    return `${shown} is shorter than its minlength ${min}`
  }
  return undefined
}

function matchesPattern(element: Control['element'], type: string, value: string): boolean {
  const source = attribute(element, 'pattern')
  if (source === undefined) return true

  let pattern: RegExp
  try {
    void new RegExp(source, 'v')
    pattern = new RegExp(`^(?:${source})$`, 'v')
  } catch {
    return true // Browsers ignore an invalid pattern.
  }
  const values = type === 'email' && hasAttribute(element, 'multiple') ? value.split(',') : [value]
  return values.every((each) => pattern.test(each))
}

function lengthOf(element: Control['element'], name: string): number | undefined {
  const text = attribute(element, name) ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}
