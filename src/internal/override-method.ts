/** The field of a form that names the method, unless an app says otherwise. */
export const methodField = '_method'

/** The methods that a form, which can only `POST`, may ask for. */
export type OverrideMethod = 'PUT' | 'PATCH' | 'DELETE'

/**
 * The method that the value of a form field asks for, in any case of letters.
 *
 * Never one that guards take for safe, and never one that a form has no use for.
 */
export function overrideMethod(value: unknown): OverrideMethod | undefined {
  const method = typeof value === 'string' ? value.toUpperCase() : ''
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : undefined
}
