import { maxSegments, readIndex } from './sent-entries.ts'

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/**
 * The description of one value. References, `allOf`, `anyOf` and `oneOf` are already combined.
 *
 * No other description of a schema exists: decoding, the fields of forms, secrets, API documents and `prove` read this one.
 */
export interface Shape {
  readonly isFile: boolean
  readonly isNullable: boolean
  /** Whether any string is allowed, and not only the strings of an `enum`. */
  readonly isString: boolean
  /** `integer` if only whole numbers are allowed. */
  readonly number: 'integer' | 'number' | undefined
  readonly isBoolean: boolean
  /** The values of `enum` and `const`, strings first. */
  readonly members: readonly (string | number | boolean)[]
  /** Whether one string or file of a form can be the value, apart from `null`. */
  readonly isScalar: boolean
  /** The items of an array of scalars. */
  readonly items: ItemShapes | undefined
  /** Each row of a list: an array of one object, or of a union of objects with a discriminator. */
  readonly rows: RowShape | undefined
  readonly object: ObjectShape | undefined
  /** The parts that only JSON can express: arrays of arrays, records, unions of objects without a discriminator. */
  readonly json: JsonShape | undefined
  /** The shapes of a union, or this shape alone. They are read when they are first needed. */
  alternatives(): readonly Shape[]
  /** The rules of the value. For a union, the rules that all alternatives except `null` have. */
  rules(): Rules
  /** `true` or `false` if the schema says so, or if it says that the object around it is a secret. Otherwise the name decides. */
  readonly isSecret: boolean | undefined
}

/** The rules for one value, and its description. All schemas that a value must fit are combined. */
export interface Rules {
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly exclusiveMaximum: number | undefined
  readonly multipleOf: number | undefined
  readonly minItems: number | undefined
  readonly maxItems: number | undefined
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  /** The media types of a file. */
  readonly mediaTypes: readonly string[]
  readonly default: unknown
  readonly examples: readonly unknown[]
  readonly title: string | undefined
  readonly description: string | undefined
  readonly autocomplete: string | undefined
  readonly isReadOnly: boolean
}

/** The shape of each item of an array. */
export interface ItemShapes {
  readonly first: readonly Shape[]
  readonly rest: Shape
}

/** The shape of a row. */
export interface RowShape extends Shape {
  readonly object: ObjectShape
}

/** An object, or a union of objects with a discriminator. */
export interface ObjectShape {
  readonly properties: readonly PropertyShape[]
  /** The discriminator: the property that names the variant. */
  readonly by: PropertyShape | undefined
  /** The properties of each variant, by the value of the discriminator as a string. */
  readonly variants: ReadonlyMap<string, readonly PropertyShape[]>
  /** The members with other names, as in a record. */
  readonly others: PropertyShape | undefined
}

export interface PropertyShape {
  readonly key: string
  /** The key as the parts of a dotted name. */
  readonly segments: readonly string[]
  readonly isRequired: boolean
  readonly hasDefault: boolean
  /** The shape is only created when it is needed, because schemas can contain themselves. */
  readonly shape: Shape
  /** The schemas of the property, as the library wrote them. A value fits all of them. */
  readonly schemas: readonly JsonSchema[]
  /** The only value that is allowed, as a string. `undefined` if several are allowed. */
  readonly constant: string | undefined
}

/** The arrays and the object of a value that a form cannot express. Those of a union are in its alternatives. */
export interface JsonShape {
  readonly items: readonly ItemShapes[]
  readonly object: ObjectShape | undefined
}

/** Returns the properties of an object and of all its variants. */
export function allProperties({ properties, variants }: ObjectShape): readonly PropertyShape[] {
  return [properties, ...variants.values()].flat()
}

const indexes = new WeakMap<ObjectShape, ReadonlyMap<string, readonly PropertyShape[]>>()

/**
 * Returns the properties whose names begin with a segment. It has to be fast, because a client may send as many names as fit
 * into a body.
 */
function propertiesBelow(object: ObjectShape, segment: string): readonly PropertyShape[] {
  let index = indexes.get(object)
  if (index === undefined) {
    index = Map.groupBy(allProperties(object), ({ segments }) => segments[0]!)
    indexes.set(object, index)
  }

  return index.get(segment) ?? []
}

/**
 * Returns the shapes that a member or an item of a JSON value may have.
 *
 * @param key The name of the member. `undefined` for an item
 */
export function shapesBelow(shapes: readonly Shape[], key: string | undefined): readonly Shape[] {
  const found =
    key === undefined
      ? shapes.flatMap(itemsOf).flatMap(({ first, rest }) => [...first, rest])
      : shapes.flatMap(objectsOf).flatMap((object) => shapesOfMember(object, key))

  // Alternatives may share a shape. Duplicates would multiply with each level.
  return found.length > 1 ? Array.from(new Set(found)) : found
}

function shapesOfMember(object: ObjectShape, key: string): readonly Shape[] {
  const segment = key.split('.', 1)[0]!
  const found = propertiesBelow(object, segment).filter((property) => property.key === key)
  return (found.length > 0 || !object.others ? found : [object.others]).map(({ shape }) => shape)
}

/** Returns the arrays that a JSON value may be. */
export function itemsOf(shape: Shape): readonly ItemShapes[] {
  return partsOf(shape).flatMap(
    ({ json, items, rows }) => json?.items ?? items ?? (rows ? { first: [], rest: rows } : []),
  )
}

/** Returns the objects that a JSON value may be. */
export function objectsOf(shape: Shape): readonly ObjectShape[] {
  if (!shape.json) return shape.object ? [shape.object] : []
  return partsOf(shape).flatMap(({ json, object }) => json?.object ?? object ?? [])
}

/**
 * Returns the shapes that describe a JSON value: the shape itself, or the alternatives of a union that only JSON can
 * express.
 */
function partsOf(shape: Shape): readonly Shape[] {
  return shape.json ? shape.alternatives() : [shape]
}

/** The maximum number of shapes to visit. In a union that contains itself, the ways to a name multiply. */
const maxVisits = 10_000

/** Returns the shapes of the field with a dotted name. There are several if variants of a union share the name. */
export function shapesAt(root: Shape, segments: readonly string[]): readonly Shape[] {
  // The shapes that are reached after each number of segments.
  const reached = Array.from({ length: segments.length + 1 }, () => new Set<Shape>())
  reached[0]!.add(root)
  let visits = 0

  for (const [start, shapes] of reached.entries()) {
    for (const { object, rows } of start < segments.length ? shapes : []) {
      if (rows && readIndex(segments[start]!) !== undefined) reached[start + 1]!.add(rows)
      for (const property of object ? propertiesBelow(object, segments[start]!) : []) {
        visits += 1
        if (visits > maxVisits) return []
        const own = property.segments
        const isNext = own.every((segment, index) => segment === segments[start + index])
        if (isNext) reached[start + own.length]!.add(property.shape)
      }
    }
  }

  return Array.from(reached[segments.length]!)
}

/** Whether a dotted name is the name of a row. */
export function isRow(shape: Shape, segments: readonly string[]): boolean {
  const isIndex = readIndex(segments.at(-1)!) !== undefined
  return isIndex && shapesAt(shape, segments.slice(0, -1)).some(({ rows }) => rows)
}

/** Returns the names of the rows around a name, and the name itself if it is a row. */
export function rowsAround(shape: Shape, name: string): string[] {
  if (!/\.\d/.test(name)) return []
  const segments = name.split('.', maxSegments + 1)
  return segments.flatMap((_, at) => {
    const row = segments.slice(0, at + 1)
    return isRow(shape, row) ? [row.join('.')] : []
  })
}

/** Whether a value has a list anywhere. */
export function hasRows(root: Shape): boolean {
  // Iterating over a set also visits items that are added meanwhile.
  const shapes = new Set([root])
  for (const { object, rows } of shapes) {
    if (rows) return true
    for (const property of object ? allProperties(object) : []) shapes.add(property.shape)
  }
  return false
}
