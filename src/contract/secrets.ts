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
  if (shapes.length === 0) return isSecretName(name)
  return shapes.some(({ isFile, isSecret }) => isFile || (isSecret ?? isSecretName(name)))
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
  visit(value, shapes, '', shape?.isSecret === true || isCalled('', shapes))
  return secrets

  /** Whether the JSON Schema calls what is below a key a secret, somewhere that has no shape. */
  function isCalled(key: string, shapes: readonly Shape[]): boolean {
    return keys?.has(key) === true && shapes.every(({ isJsonOnly }) => isJsonOnly)
  }

  /** Visits a value. Its key has decided whether it is hidden, so the items of a list cost nothing more. */
  function visit(value: unknown, shapes: readonly Shape[], name: string, isHidden: boolean): void {
    if (secrets.size > maxSecrets) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item, [], name, isHidden)
    } else if (typeof value === 'object' && value !== null) {
      const prefix = name === '' ? '' : `${name.slice(-maxPrefix)}.`
      for (const [key, inner] of Object.entries(value)) {
        const own = shapesOfKey(shapes, key)
        const ownName = prefix + key
        visit(inner, own, ownName, isHidden || isCalled(key, own) || isSecret(ownName, own))
      }
    } else if (isHidden && value !== null && value !== '') secrets.add(String(value))
  }
}

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
