import { allProperties, type Shape } from './shape.ts'

const secretName =
  /passw|passphrase|pwd|api[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)$|(?:^|[._-])(?:otp|pin)$/i

/** Whether the value of a field is never sent back: the schema says so, or the dotted name does. */
export function isSecret(name: string, shape: Shape | undefined): boolean {
  return shape?.isFile === true || (shape?.isSecret ?? secretName.test(name))
}

/** The shape of what a dotted name stands for, in any variant of a union. */
export function shapeAt(shape: Shape | undefined, segments: readonly string[]): Shape | undefined {
  if (shape === undefined || segments.length === 0) return shape
  if (shape.object === undefined) return undefined

  for (const property of allProperties(shape.object)) {
    const own = property.segments
    if (!own.every((segment, index) => segment === segments[index])) continue
    const found = shapeAt(property.shape, segments.slice(own.length))
    if (found !== undefined) return found
  }
  return undefined
}

/** The texts of the secrets in a JSON body, wherever they are. */
export function collectSecrets(value: unknown, shape: Shape | undefined): Set<string> {
  const secrets = new Set<string>()
  visit(value, shape, '', false)
  return secrets

  function visit(value: unknown, shape: Shape | undefined, name: string, isHidden: boolean): void {
    const hides = isHidden || (name !== '' && isSecret(name, shape))
    if (Array.isArray(value)) {
      for (const item of value) visit(item, undefined, name, hides)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const path = name === '' ? key : `${name}.${key}`
        visit(inner, shapeAt(shape, [key]), path, hides)
      }
    } else if (hides && value !== null && value !== '') secrets.add(String(value))
  }
}
