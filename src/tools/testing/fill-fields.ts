import { showValue } from '../../internal/guards/check.ts'
import { check, isField, type Control } from './controls.ts'
import { attribute, chainOf, collapse, hasAttribute } from './html.ts'
import { readColor, sanitizeValue } from './input-values.ts'
import { listNames, type Names } from './names.ts'

/** The value that a visitor enters into a field. */
export type FieldValue = string | number | boolean | File | readonly (string | number | File)[]

/** The values that a visitor enters into a form: by label, or by name as in `'[name=q]'`. */
export type FieldValues = { readonly [field: string]: FieldValue }

/**
 * Fills in fields as a visitor can.
 *
 * @param isChecked Whether to refuse values that a browser does not let a visitor enter
 */
export function fillFields(
  controls: readonly Control[],
  values: FieldValues,
  names: Names,
  isChecked: boolean,
): void {
  for (const [key, value] of Object.entries(values)) {
    const fields = findFields(controls, key, names)
    if (fields.length === 0) {
      throw fillError(key, `the form has no field of that name. It has: ${listFields(controls)}`)
    }
    const reason = isChecked ? whyFixed(fields) : undefined
    if (reason !== undefined) throw fillError(key, reason)
    fill(controls, fields, key, value, isChecked)
  }
}

/** Returns the fields for a key of {@link FieldValues}. */
export function findFields(
  controls: readonly Control[],
  key: string,
  names: Names,
): readonly Control[] {
  const fields = controls.filter(isField)
  const name = readSelector(key)
  if (name !== undefined) return fields.filter((field) => field.name === name)

  const label = collapse(key)
  const labelled = fields.filter((field) => field.type !== 'hidden' && field.label === label)
  if (labelled.length > 0) return labelled

  // The name of a group of radio buttons or checkboxes is its legend.
  return fields.filter(
    ({ type, element }) =>
      (type === 'radio' || type === 'checkbox') &&
      chainOf(element).some((part) => isGroup(part) && names.of(part) === label),
  )
}

function readSelector(key: string): string | undefined {
  const [, quoted, plain] = /^\[name=(?:"([^]*)"|([^]*))\]$/.exec(key) ?? []
  return quoted ?? plain
}

function isGroup(element: Control['element']): boolean {
  const role = attribute(element, 'role')
  return element.tagName === 'fieldset' || role === 'group' || role === 'radiogroup'
}

/** Lists the fields of a form for an error message. */
export function listFields(controls: readonly Control[]): string {
  const fields = controls.filter(isField)
  return listNames(fields.map(({ label, name }) => label || `[name=${name}]`))
}

function whyFixed(fields: readonly Control[]): string | undefined {
  if (fields.every(({ isDisabled }) => isDisabled)) return 'the field is disabled'
  const isReadOnly = ({ element, type }: Control): boolean =>
    hasAttribute(element, 'readonly') && !['checkbox', 'radio', 'file', 'hidden'].includes(type)
  return fields.every(isReadOnly) ? 'the field is read-only' : undefined
}

function fill(
  controls: readonly Control[],
  fields: readonly Control[],
  key: string,
  value: FieldValue,
  isChecked: boolean,
): void {
  const [field] = fields as [Control]
  for (const other of fields) other.isEdited = true

  if (fields.every(({ type }) => type === 'checkbox' || type === 'radio')) {
    return fillChecks(controls, fields, key, value)
  }
  if (fields.length > 1) return fillSeveral(controls, fields, key, value, isChecked)
  if (field.type.startsWith('select-')) return fillSelect(field, key, value, isChecked)
  if (field.type === 'file') return fillFiles(field, key, value)

  if (typeof value !== 'string' && typeof value !== 'number') {
    throw fillError(key, `it takes a string, not ${showValue(value)}`)
  }
  field.value = readTyped(field, String(value))
}

const typedTypes = new Set('text search tel password url email datetime-local color'.split(' '))

/** Returns the value of a field after a text is typed. Invalid text does not change, so that validation can report it. */
function readTyped({ element, type }: Control, text: string): string {
  if (type === 'textarea') return text.replaceAll(/\r\n?/g, '\n')
  if (!typedTypes.has(type)) return text

  const value = sanitizeValue(element, type, text)
  return value === '' || (type === 'color' && readColor(text) === null) ? text : value
}

/** Several fields with one name take a list, in the order of the page. */
function fillSeveral(
  controls: readonly Control[],
  fields: readonly Control[],
  key: string,
  value: FieldValue,
  isChecked: boolean,
): void {
  if (!Array.isArray(value) || value.length > fields.length) {
    throw fillError(
      key,
      `the form has ${fields.length} fields of that name. Use a label of one, or give a list of at most ${fields.length} values. It has: ${listFields(controls)}`,
    )
  }
  for (const [at, each] of (value as readonly FieldValue[]).entries()) {
    fill(controls, [fields[at]!], key, each, isChecked)
  }
}

function fillChecks(
  controls: readonly Control[],
  fields: readonly Control[],
  key: string,
  value: FieldValue,
): void {
  const [field] = fields as [Control]
  if (typeof value === 'boolean') {
    if (fields.length > 1) {
      throw fillError(key, `choose one of: ${listChoices(fields)}`)
    }
    if (value) check(field, controls)
    else if (field.type === 'radio')
      throw fillError(key, 'a radio button cannot be cleared; choose another')
    else field.isChecked = false
    return
  }

  const wanted = listValues(value).map(String)
  for (const text of wanted) {
    if (!fields.some((other) => isChoice(other, text))) {
      throw fillError(key, `it has no choice ${showValue(text)}. It has: ${listChoices(fields)}`)
    }
  }
  for (const other of fields) {
    const isWanted = wanted.some((text) => isChoice(other, text))
    if (isWanted) check(other, controls)
    else other.isChecked = false
  }
}

function fillSelect(field: Control, key: string, value: FieldValue, isChecked: boolean): void {
  if (typeof value === 'boolean') {
    throw fillError(key, `choose one of: ${listNames(field.options.map(({ label }) => label))}`)
  }
  const wanted = listValues(value).map(String)
  if (field.type === 'select-one' && wanted.length !== 1) {
    throw fillError(key, `one option can be chosen, not ${wanted.length}`)
  }

  const options = wanted.map((text) => {
    const option =
      field.options.find((other) => other.value === text) ??
      field.options.find(({ label }) => label === collapse(text))
    if (option !== undefined && (!option.isDisabled || !isChecked)) return option
    if (option === undefined && !isChecked) {
      return { value: text, label: text, isDisabled: false, isSelected: true }
    }
    const what =
      option === undefined ? 'it has no option' : 'it cannot be set to the disabled option'
    const others = field.options.filter(({ isDisabled }) => !isDisabled).map(({ label }) => label)
    throw fillError(key, `${what} ${showValue(text)}. It has: ${listNames(others)}`)
  })
  for (const option of field.options) option.isSelected = false
  const added = options.filter((option) => !field.options.includes(option))
  for (const option of options) option.isSelected = true
  if (added.length > 0) Object.assign(field, { options: [...field.options, ...added] })
}

function fillFiles(field: Control, key: string, value: FieldValue): void {
  const files = typeof value === 'boolean' ? [value] : listValues(value)
  if (!files.every((file) => file instanceof File)) {
    throw fillError(key, `it takes a File or a list of them, not ${showValue(value)}`)
  }
  if (files.length > 1 && !hasAttribute(field.element, 'multiple')) {
    throw fillError(key, `it takes one file, not ${files.length}`)
  }
  field.files = files
}

function listValues(value: Exclude<FieldValue, boolean>): readonly (string | number | File)[] {
  return Array.isArray(value) ? (value as (string | number | File)[]) : [value as string]
}

function isChoice({ value, label }: Control, text: string): boolean {
  return value === text || label === collapse(text)
}

function listChoices(fields: readonly Control[]): string {
  return listNames(fields.map(({ label, value }) => label || value))
}

function fillError(key: string, reason: string): Error {
  return new Error(`Cannot fill in ${JSON.stringify(key)}: ${reason}`)
}
