import type { AnyContextKey } from './context-key.ts'

/**
 * Defines a read-only property on a context, which has the value of a key.
 *
 * @param installed The keys of the properties that the context has already
 * @throws {Error} If the name or the key is already used
 */
export function installProperty(
  context: { get(key: AnyContextKey): unknown },
  installed: Map<string, AnyContextKey>,
  key: AnyContextKey,
  property: string,
): void {
  if (typeof property !== 'string')
    throw new Error(
      `Context property name must be a string. Pass one instead of ${String(property)}.`,
    )
  if (property === '') throw new Error('Cannot install an empty context property name.')

  if (installed.get(property) === key) return
  for (const [name, owner] of installed) {
    if (owner === key) {
      throw new Error(
        `Cannot install context property "${property}" because this context key already uses "${name}".`,
      )
    }
  }
  if (installed.has(property)) {
    throw new Error(
      `Cannot install context property "${property}" because another context key already uses it.`,
    )
  }
  if (property in context) {
    throw new Error(
      `Cannot install context property "${property}" because it already exists on RequestContext.`,
    )
  }

  installed.set(property, key)
  Object.defineProperty(context, property, { get: () => context.get(key), configurable: true })
}
