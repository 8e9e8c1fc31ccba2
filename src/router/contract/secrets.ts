import { isSecretName } from '../../internal/text/secret-names.ts'
import { withoutIndexes } from './sent-entries.ts'
import { allProperties, objectsOf, shapesBelow, type Shape } from './shape.ts'

/** The maximum number of secrets to search for in messages. With more secrets, no message is copied. */
export const maxSecrets = 100

/** Whether the value of a field is never sent back: the schema says so, or the dotted name does, as in JSON without indexes. */
export function isSecret(name: string, shapes: readonly Shape[]): boolean {
  return isHiddenBy(shapes, isSecretName(withoutIndexes(name)))
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

/**
 * How many characters of the dotted name in front of a key are kept. Key and prefix decide together, as in `card.number`.
 */
const maxPrefix = 32

/** The maximum number of different names to classify. Classifying a name takes longer than parsing it. */
const maxNames = 10_000

/** Returns the strings and numbers of the secrets in a JSON body. It stops when there are too many to look for. */
export function collectSecrets(root: unknown, shape: Shape | undefined): Set<string> {
  const secrets = new Set<string>()
  const keys = shape && secretKeys(shape)
  const decided = new Map<string, Map<string, Decided>>()
  let names = 0
  visit(root, shape === undefined ? noShapes : [shape], '', shape?.isSecret === true)
  return secrets

  /** Visits a value. Its key has decided whether it is hidden, so the values in it cost nothing more. */
  function visit(value: unknown, shapes: readonly Shape[], end: string, isHidden: boolean): void {
    if (secrets.size > maxSecrets) return
    if (typeof value !== 'object' || value === null) {
      if (isHidden && value !== null && value !== '') secrets.add(String(value))
    } else if (Array.isArray(value)) {
      let below: readonly Shape[] | undefined
      for (const item of value) {
        if (isHidden) visit(item, noShapes, end, isHidden)
        // If an array is not hidden, only the objects in it can have secrets.
        else if (typeof item === 'object')
          visit(item, (below ??= shapesOf(shapes, undefined)), end, isHidden)
      }
    } else {
      for (const key of Object.keys(value)) {
        const inner = (value as Record<string, unknown>)[key]
        if (isHidden) visit(inner, noShapes, end, isHidden)
        else visitMember(inner, shapesOf(shapes, key), key, decide(end, key))
      }
    }
  }

  /** If a body does not fit, it may have secrets at places that the schema does not describe. There the key decides. */
  function visitMember(
    value: unknown,
    shapes: readonly Shape[],
    key: string,
    { end, isNamed }: Decided,
  ): void {
    const isCalled = shapes.length === 0 && keys?.has(key) === true
    visit(value, shapes, end, isCalled || isHiddenBy(shapes, isNamed))
  }

  /** Classifies each name once. If there are too many names, the remaining ones count as secrets. */
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
}

interface Decided {
  /** The end of the dotted name. */
  readonly end: string
  /** Whether the name says that its value is a secret. */
  readonly isNamed: boolean
}

const undecided: Decided = { end: '', isNamed: true }
const noShapes: readonly Shape[] = []

function shapesOf(shapes: readonly Shape[], key: string | undefined): readonly Shape[] {
  return shapes.length === 0 ? shapes : shapesBelow(shapes, key)
}

const known = new WeakMap<Shape, ReadonlySet<string>>()

/** Returns the keys of all secrets in a shape. */
function secretKeys(root: Shape): ReadonlySet<string> {
  let keys = known.get(root)
  if (keys === undefined) known.set(root, (keys = findSecretKeys(root)))
  return keys
}

function findSecretKeys(root: Shape): Set<string> {
  const keys = new Set<string>()
  // Iterating over a set also visits items that are added meanwhile.
  const shapes = new Set([root])
  for (const shape of shapes) {
    for (const item of shapesBelow([shape], undefined)) shapes.add(item)
    for (const property of objectsOf(shape).flatMap(allProperties)) {
      if (property.shape.isSecret) keys.add(property.key)
      shapes.add(property.shape)
    }
  }
  return keys
}
