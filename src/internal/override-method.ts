/** The default name of the form field that names the method. */
export const methodField = '_method'

/** The methods that a `POST` form may ask for. */
export type OverrideMethod = 'PUT' | 'PATCH' | 'DELETE'

/**
 * The method that the value of a form field asks for, in upper or lower case.
 *
 * It is never a method that guards consider safe.
 */
export function overrideMethod(value: unknown): OverrideMethod | undefined {
  const method = typeof value === 'string' ? value.toUpperCase() : ''
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : undefined
}
