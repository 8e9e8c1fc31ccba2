import { isChecked, type FieldState } from '../../internal/forms/fields.ts'
import type { Field, FieldErrorProps } from './field-types.ts'

/** Returns the props of the element for messages. The element is hidden if there are none. */
export function errorProps(id: string, errors: readonly string[]): FieldErrorProps {
  return { id: `${id}-error`, role: 'alert', hidden: !errors[0], children: errors.join(' ') }
}

/** Returns the props of one field. */
export function createField(state: FieldState, autoFocus: boolean): Field {
  const { attributes, errors, id, name, options, secret, texts, value } = state
  const { type, pattern: _, multiple, required, ...ofText } = attributes
  const error = errorProps(id, errors)
  const common = {
    id,
    name,
    required,
    ...(autoFocus && { autoFocus }),
    // A draft does not contain the value of this field.
    ...(secret && { 'data-secret': true as const }),
    ...(errors[0] && { 'aria-invalid': true as const, 'aria-describedby': error.id }),
  }

  return {
    ...state,
    error,
    input: {
      ...common,
      ...attributes,
      ...(type === 'checkbox'
        ? { defaultChecked: isChecked(state) }
        : type !== 'file' && { defaultValue: value }),
    },
    select: { ...common, multiple, defaultValue: multiple ? texts : value },
    textarea: { ...common, ...ofText, defaultValue: value },
    hidden: { type: 'hidden', name, value: options.length === 1 ? options[0]! : value },
    option: (text) => ({
      ...common,
      id: `${id}-${text}`,
      type: multiple ? 'checkbox' : 'radio',
      value: text,
      defaultChecked: isChecked(state, text),
    }),
  }
}
