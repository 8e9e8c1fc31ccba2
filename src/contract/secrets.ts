import { isJsonSchema, keyword, resolveRef, type JsonSchema } from './json-schema.ts'
import { isSecretName } from './secret-name.ts'
import {
  allProperties,
  readSecrecy,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from './shape.ts'

/** The maximum number of secrets to look for in messages. With more, no message is copied. */
export const maxSecrets = 100

/**
 * Whether the value of a field is never sent back: the schema says so, or the dotted name does.
 *
 * @param shapes What the name stands for, in each variant of a union. One that is a secret is enough
 */
export function isSecret(name: string, shapes: readonly Shape[]): boolean {
  return isHiddenBy(shapes, isSecretName(name))
}

function isHiddenBy(shapes: readonly Shape[], isNamed: boolean): boolean {
  if (shapes.length === 0) return isNamed
  return shapes.some(({ isFile, isSecret }) => isFile || (isSecret ?? isNamed))
}

/** Adds a secret. If it can be converted to a number, adds that too, because messages may contain it. */
export function addSecret(secrets: Set<string>, text: string): void {
  if (secrets.size > maxSecrets || text.trim() === '') return
  secrets.add(text)
  const number = Number(text)
  if (!Number.isNaN(number)) secrets.add(String(number))
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
export function within(isSecret: boolean | undefined, shape: Shape): Shape {
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

/** The end of a name, which decides together with a key whether that is a secret, as in `card.number`. */
const maxPrefix = 32

/** How many different names of a JSON body are looked at, which takes longer than to parse them. */
const maxNames = 10_000

/**
 * The strings and numbers of the secrets in a JSON body, wherever they are. It stops when there are too many to look for.
 *
 * @param schema The JSON Schema, for the parts that only JSON can express: they have no shape
 */
export function collectSecrets(
  value: unknown,
  shape: Shape | undefined,
  schema?: JsonSchema,
): Set<string> {
  const secrets = new Set<string>()
  const keys = schema && secretKeys(schema)
  const shapes = shape === undefined ? [] : [shape]
  const decided = new Map<string, Map<string, Decided>>()
  let names = 0
  visit(value, shapes, '', shape?.isSecret === true || isCalled('', shapes))
  return secrets

  /** Whether the JSON Schema calls what is below a key a secret, somewhere that has no shape. */
  function isCalled(key: string, shapes: readonly Shape[]): boolean {
    return keys?.has(key) === true && shapes.every(({ isJsonOnly }) => isJsonOnly)
  }

  /** Decides once for each name. One too many counts as a secret, because nobody has looked at it. */
  function decide(end: string, key: string): Decided {
    let below = decided.get(end)
    if (below === undefined) decided.set(end, (below = new Map()))
    let found = below.get(key)
    if (found === undefined) {
      if (names === maxNames) return undecided
      names += 1
      const name = end === '' ? key : `${end}.${key}`
      below.set(key, (found = { end: name.slice(-maxPrefix), isNamed: isSecretName(name) }))
    }
    return found
  }

  /** Visits a value. Its key has decided whether it is hidden, so what is in it costs nothing more. */
  function visit(value: unknown, shapes: readonly Shape[], end: string, isHidden: boolean): void {
    if (secrets.size > maxSecrets) return
    if (typeof value !== 'object' || value === null) {
      if (isHidden && value !== null && value !== '') secrets.add(String(value))
    } else if (Array.isArray(value)) {
      for (const item of value) {
        if (isHidden || typeof item === 'object') visit(item, noShapes, end, isHidden)
      }
    } else {
      for (const key of Object.keys(value)) {
        const inner = (value as Record<string, unknown>)[key]
        if (isHidden) visit(inner, noShapes, end, isHidden)
        else visitKey(inner, shapesOfKey(shapes, key), decide(end, key), key)
      }
    }
  }

  function visitKey(
    value: unknown,
    shapes: readonly Shape[],
    { end, isNamed }: Decided,
    key: string,
  ): void {
    visit(value, shapes, end, isCalled(key, shapes) || isHiddenBy(shapes, isNamed))
  }
}

interface Decided {
  /** The end of the dotted name. */
  readonly end: string
  /** Whether the name says that its value is a secret. */
  readonly isNamed: boolean
}

const undecided: Decided = { end: '', isNamed: true }
const noShapes: readonly Shape[] = []

const known = new WeakMap<JsonSchema, ReadonlySet<string>>()

/** The keys of what a JSON Schema calls a secret, wherever it is. That of the whole value is `''`. */
function secretKeys(root: JsonSchema): ReadonlySet<string> {
  let keys = known.get(root)
  if (keys === undefined) known.set(root, (keys = findSecretKeys(root)))
  return keys
}

function findSecretKeys(root: JsonSchema): Set<string> {
  const keys = new Set<string>()
  const seen = new Map<object, Set<string>>()
  visit(root, '')
  return keys

  function visit(schema: unknown, key: string): void {
    if (typeof schema !== 'object' || schema === null || seen.get(schema)?.has(key)) return
    seen.set(schema, (seen.get(schema) ?? new Set()).add(key))
    if (Array.isArray(schema)) return schema.forEach((item) => visit(item, key))

    if (readSecrecy(schema as JsonSchema)) keys.add(key)
    visit(resolveRef(root, keyword(schema as JsonSchema, '$ref')), key)
    for (const [name, inner] of Object.entries(schema)) {
      if (name === 'properties' && isJsonSchema(inner)) {
        for (const [own, property] of Object.entries(inner)) visit(property, own)
      } else if (name !== '$defs') visit(inner, key)
    }
  }
}

function shapesOfKey(shapes: readonly Shape[], key: string): readonly Shape[] {
  if (shapes.length === 0) return shapes
  const first = key.split('.', 1)[0]!
  const found = shapes
    .flatMap(({ object }) => (object === undefined ? [] : propertiesBelow(object, first)))
    .filter((property) => property.key === key)

  // Variants may share a shape, which would multiply with each level.
  return Array.from(new Set(found.map(({ shape }) => shape)))
}
