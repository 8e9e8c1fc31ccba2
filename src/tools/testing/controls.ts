import {
  attribute,
  chainOf,
  collapse,
  collapseAscii,
  elementsOf,
  hasAttribute,
  isElement,
  parentOf,
  textContent,
  type HtmlElement,
} from './html.ts'
import { closest, type Names } from './names.ts'
import { sanitizeValue } from './input-values.ts'

/** A field or a button of a form, with its current value. */
export interface Control {
  readonly element: HtmlElement
  /** The type of an `input`; `select-one`, `select-multiple`, `textarea`, or the type of a `button`. */
  readonly type: string
  readonly name: string
  /** Its accessible name. */
  readonly label: string
  readonly isDisabled: boolean
  readonly options: readonly Option[]
  value: string
  isChecked: boolean
  files: readonly File[]
  /** Whether the visitor has filled it in. */
  isEdited: boolean
}

export interface Option {
  /** Missing for an option that a test adds and the page does not have. */
  readonly element?: HtmlElement
  readonly value: string
  readonly label: string
  readonly isDisabled: boolean
  isSelected: boolean
}

/** The types of controls that submit a form. */
const submitTypes = new Set(['submit', 'image'])
/** The types of controls that cannot be filled in. */
const buttonTypes = new Set(['submit', 'image', 'reset', 'button'])

export function isSubmitButton({ type }: Control): boolean {
  return submitTypes.has(type)
}

export function isField({ type }: Control): boolean {
  return !buttonTypes.has(type)
}

/** Returns the controls of a form in the state of a loaded page. */
export function readControls(elements: readonly HtmlElement[], names: Names): readonly Control[] {
  const controls = elements.map((element) => readControl(element, names))
  // If several radio buttons of a group have `checked`, the last one is checked.
  for (const control of controls.filter(({ isChecked }) => isChecked)) check(control, controls)

  return controls
}

/** Checks a checkbox or a radio button. The other buttons of a radio group are then not checked. */
export function check(control: Control, controls: readonly Control[]): void {
  if (control.type === 'radio' && control.name !== '') {
    for (const other of groupOf(control, controls)) other.isChecked = false
  }
  control.isChecked = true
}

/** The radio buttons of a group. */
export function groupOf(control: Control, controls: readonly Control[]): Control[] {
  return controls.filter(({ type, name }) => type === 'radio' && name === control.name)
}

export function isControl({ tagName }: HtmlElement): boolean {
  return ['button', 'input', 'select', 'textarea'].includes(tagName)
}

/** Returns the form that a control belongs to, even if the control is outside it. */
export function formOf(element: HtmlElement, names: Names): HtmlElement | undefined {
  const id = attribute(element, 'form')
  if (id === undefined) return element.formOwner ?? closest(element, 'form')

  const form = names.byId(id)
  return form?.tagName === 'form' ? form : undefined
}

function readControl(element: HtmlElement, names: Names): Control {
  const type = typeOf(element)
  const isCheckable = type === 'checkbox' || type === 'radio'
  return {
    element,
    type,
    name: attribute(element, 'name') ?? '',
    label: names.of(element),
    isDisabled: isDisabled(element),
    options: type.startsWith('select-') ? readOptions(element, type) : [],
    value: readValue(element, type),
    isChecked: isCheckable && hasAttribute(element, 'checked'),
    files: [],
    isEdited: false,
  }
}

const inputTypes = new Set(
  (
    'hidden text search tel url email password date month week time datetime-local number range color checkbox radio ' +
    'file submit image reset button'
  ).split(' '),
)

function typeOf(element: HtmlElement): string {
  const type = attribute(element, 'type')?.toLowerCase() ?? ''
  switch (element.tagName) {
    case 'input':
      return inputTypes.has(type) ? type : 'text'
    case 'button':
      return type === 'reset' || type === 'button' ? type : 'submit'
    case 'select':
      return hasAttribute(element, 'multiple') ? 'select-multiple' : 'select-one'
    default:
      return 'textarea'
  }
}

function readValue(element: HtmlElement, type: string): string {
  const value = attribute(element, 'value')
  if (type === 'textarea') return textContent(element).replaceAll(/\r\n?/g, '\n')
  if (type === 'checkbox' || type === 'radio') return value ?? 'on'
  // Browsers also send the text that they show on the button.
  if (type === 'submit' && element.tagName === 'input') return value ?? 'Submit'

  return sanitizeValue(element, type, value ?? '')
}

/** HTML Standard, "disabled": by itself, or by a fieldset around it unless it is in the fieldset's first legend. */
function isDisabled(element: HtmlElement): boolean {
  if (hasAttribute(element, 'disabled')) return true

  const chain = chainOf(element)
  return chain.some((fieldset, at) => {
    if (fieldset.tagName !== 'fieldset' || !hasAttribute(fieldset, 'disabled')) return false
    const legend = fieldset.childNodes.find(
      (child) => isElement(child) && child.tagName === 'legend',
    )
    return at > 0 && (legend === undefined || chain[at - 1] !== legend)
  })
}

/** Returns how many options a list shows at once, or `NaN` if it does not say. */
export function sizeOf(select: HtmlElement): number {
  return Number.parseInt(attribute(select, 'size') ?? '', 10)
}

function readOptions(select: HtmlElement, type: string): Option[] {
  const options = elementsOf(select)
    .filter((element) => element.tagName === 'option' && closest(element, 'select') === select)
    .map(readOption)
  if (type === 'select-multiple') return options

  // The last option that is marked as selected counts. Without one, the first option that is not disabled counts.
  const chosen =
    options.findLast(({ isSelected }) => isSelected) ??
    (sizeOf(select) > 1 ? undefined : options.find(({ isDisabled }) => !isDisabled))
  for (const option of options) option.isSelected = option === chosen

  return options
}

function readOption(element: HtmlElement): Option {
  const text = collapseAscii(textContent(element))
  const parent = parentOf(element)
  return {
    element,
    value: attribute(element, 'value') ?? text,
    label: collapse(attribute(element, 'label') || text),
    isDisabled:
      hasAttribute(element, 'disabled') ||
      (parent?.tagName === 'optgroup' && hasAttribute(parent, 'disabled')),
    isSelected: hasAttribute(element, 'selected'),
  }
}
