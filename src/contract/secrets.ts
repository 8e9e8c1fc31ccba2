import { allProperties, type ObjectShape, type PropertyShape, type Shape } from './shape.ts'

const secretName =
  /passw|passphrase|pwd|api[-_.]?key|card[-_.]?number|(?:secret|token|cvc|cvv)$|(?:^|[._-])(?:otp|pin)$/i

/**
 * Whether the value of a field is never sent back: the schema says so, or the dotted name does.
 *
 * @param shapes What the name stands for, in each variant of a union. One that is a secret is enough
 */
export function isSecret(name: string, shapes: readonly Shape[]): boolean {
  if (shapes.length === 0) return secretName.test(name)
  return shapes.some(({ isFile, isSecret }) => isFile || (isSecret ?? secretName.test(name)))
}

/** The maximum number of shapes to look at. In a union that contains itself, the ways to a name multiply. */
const maxVisits = 10_000

/** The shapes of what a dotted name stands for: more than one if variants of a union share the name. */
export function shapesAt(root: Shape, segments: readonly string[]): readonly Shape[] {
  // The shapes that each number of segments leads to.
  const reached = Array.from({ length: segments.length + 1 }, () => new Set<Shape>())
  reached[0]!.add(root)
  let visits = 0

  for (const [start, shapes] of reached.entries()) {
    for (const { object, isSecret } of start < segments.length ? shapes : []) {
      for (const property of object ? propertiesBelow(object, segments[start]!) : []) {
        visits += 1
        if (visits > maxVisits) return []
        const own = property.segments
        const isNext = own.every((segment, index) => segment === segments[start + index])
        if (isNext) reached[start + own.length]!.add(within(isSecret, property.shape))
      }
    }
  }

  return Array.from(reached[segments.length]!)
}

/** What is in a secret is a secret, unless the schema says that it is not. */
function within(isSecret: boolean | undefined, shape: Shape): Shape {
  return isSecret === true && shape.isSecret === undefined ? { ...shape, isSecret } : shape
}

const indexes = new WeakMap<ObjectShape, ReadonlyMap<string, readonly PropertyShape[]>>()

/** The properties whose names begin with a segment. A client may send as many names as fit into a body. */
function propertiesBelow(object: ObjectShape, segment: string): readonly PropertyShape[] {
  let index = indexes.get(object)
  if (index === undefined) {
    index = Map.groupBy(allProperties(object), ({ segments }) => segments[0]!)
    indexes.set(object, index)
  }

  return index.get(segment) ?? []
}

/** So much of the names around a key decides whether it is a secret, as in `card.number`. */
const maxPrefix = 32

/** The texts of the secrets in a JSON body, wherever they are. */
export function collectSecrets(value: unknown, shape: Shape | undefined): Set<string> {
  const secrets = new Set<string>()
  visit(value, shape === undefined ? [] : [shape], '', false)
  return secrets

  function visit(value: unknown, shapes: readonly Shape[], name: string, isHidden: boolean): void {
    const hides = isHidden || (name !== '' && isSecret(name, shapes))
    if (Array.isArray(value)) {
      for (const item of value) visit(item, [], name, hides)
    } else if (typeof value === 'object' && value !== null) {
      const prefix = name === '' ? '' : `${name.slice(-maxPrefix)}.`
      for (const [key, inner] of Object.entries(value)) {
        visit(inner, shapesOfKey(shapes, key), prefix + key, hides)
      }
    } else if (hides && value !== null && value !== '') secrets.add(String(value))
  }
}

function shapesOfKey(shapes: readonly Shape[], key: string): readonly Shape[] {
  const first = key.split('.', 1)[0]!
  const found = shapes
    .flatMap(({ object }) => (object === undefined ? [] : propertiesBelow(object, first)))
    .filter((property) => property.key === key)

  // Variants may share a shape, which would multiply with each level.
  return Array.from(new Set(found.map(({ shape }) => shape)))
}
