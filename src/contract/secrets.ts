import { allProperties, type Shape } from './shape.ts'

const secretName =
  /passw|passphrase|pwd|api[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)$|(?:^|[._-])(?:otp|pin)$/i

/** Whether the value of a field is never sent back: the schema says so, or the dotted name does. */
export function isSecret(name: string, shape: Shape | undefined): boolean {
  return shape?.isFile === true || (shape?.isSecret ?? secretName.test(name))
}

/** The maximum number of shapes to look at. In a union that contains itself, the ways to a name multiply. */
const maxVisits = 10_000

/** The shape of what a dotted name stands for, in any variant of a union. */
export function shapeAt(root: Shape | undefined, segments: readonly string[]): Shape | undefined {
  // The shapes that each number of segments leads to.
  const reached = Array.from({ length: segments.length + 1 }, () => new Set<Shape>())
  if (root !== undefined) reached[0]!.add(root)
  let visits = 0

  for (const [start, shapes] of reached.entries()) {
    for (const { object } of start < segments.length ? shapes : []) {
      for (const property of object ? allProperties(object) : []) {
        visits += 1
        if (visits > maxVisits) return undefined
        const own = property.segments
        const isNext = own.every((segment, index) => segment === segments[start + index])
        if (isNext) reached[start + own.length]!.add(property.shape)
      }
    }
  }

  return reached[segments.length]!.values().next().value
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
