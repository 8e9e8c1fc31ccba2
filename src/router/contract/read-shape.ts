import {
  combine,
  commonSchemas,
  joins,
  kindsOf,
  readFacts,
  sidesOf,
  withoutNull,
  type Alternative,
  type Facts,
  type Sides,
} from './alternatives.ts'
import type { Schema } from './contract.ts'
import {
  isJsonSchema,
  keyword,
  listOf,
  readJsonSchema,
  readRules,
  resolveRef,
} from './json-schema.ts'
import type {
  ItemShapes,
  JsonSchema,
  JsonShape,
  ObjectShape,
  PropertyShape,
  RowShape,
  Shape,
} from './shape.ts'

const shapes = new WeakMap<object, Shape>()

/** The shape of the input of a schema, or `null` if it has no JSON Schema. */
export function readShape(schema: Schema): Shape | null {
  const input = readJsonSchema(schema, 'input')
  if (input === undefined) return null

  let shape = shapes.get(schema)
  if (shape === undefined) {
    shape = new ShapeReader({ input, output: readJsonSchema(schema, 'output') }).root
    shapes.set(schema, shape)
  }

  return shape
}

class ShapeReader {
  readonly #root: Sides
  readonly #numbers = new Map<JsonSchema, number>()
  readonly #known = new Map<string, Shape>()
  /** The shapes that are being read. */
  readonly #pending = new Set<string>()
  /** The reader for values outside of secrets. */
  readonly #plain: ShapeReader
  /** The reader for values in a secret. They are secrets too, unless the schema says that they are not. */
  #inSecret: ShapeReader | undefined

  constructor(root: Sides, plain?: ShapeReader) {
    this.#root = root
    this.#plain = plain ?? this
  }

  get root(): Shape {
    return this.#shapeOf([this.#root])
  }

  #shapeOf(list: readonly Sides[]): Shape {
    const followed = list.map((sides) => this.#follow(sides))
    const key = this.#keyOf(followed)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // An array that contains itself would not end.
    if (this.#pending.has(key)) return { ...this.#createShape([]), json: noJson }

    this.#pending.add(key)
    const shape = this.#createShape(this.#expandAll(followed))
    this.#pending.delete(key)
    this.#known.set(key, shape)
    return shape
  }

  /**
   * Returns the same key for the same schemas, even if several are joined. So reading a schema that contains itself ends.
   */
  #keyOf(list: readonly Sides[]): string {
    const numbers = list.map(({ input }) => {
      const number = this.#numbers.get(input) ?? this.#numbers.size
      this.#numbers.set(input, number)
      return number
    })
    return Array.from(new Set(numbers)).sort().join()
  }

  /** Returns the target of a schema that is only a reference, so that its identity is the same everywhere. */
  #follow(sides: Sides): Sides {
    let { input, output } = sides
    const seen = new Set<JsonSchema>()
    while (Object.hasOwn(input, '$ref') && Object.keys(input).length === 1 && !seen.has(input)) {
      seen.add(input)
      const target = this.#targetOf({ input, output })
      if (target === undefined) break
      ;({ input, output } = target)
    }

    return { input, output }
  }

  #targetOf({ input, output }: Sides): Sides | undefined {
    const target = resolveRef(this.#root.input, keyword(input, '$ref'))
    const ref = keyword(output, '$ref')
    const isSame = ref === undefined || this.#root.output === undefined
    return (
      target && { input: target, output: isSame ? output : resolveRef(this.#root.output!, ref) }
    )
  }

  /** Returns the alternatives of a value that must fit all these schemas. */
  #expandAll(list: readonly Sides[], path: Set<JsonSchema> = new Set()): readonly Alternative[] {
    return list.map((sides) => this.#expand(sides, path)).reduce(combine, [])
  }

  /**
   * Returns the alternatives of a schema, with its references, `allOf`, `anyOf` and `oneOf`.
   *
   * @param path The schemas that are being expanded. A schema that contains itself is left out there
   */
  #expand(sides: Sides, path: Set<JsonSchema>): readonly Alternative[] {
    if (path.has(sides.input)) return []
    if (!joins.some((name) => Object.hasOwn(sides.input, name))) return [[sides]]
    path.add(sides.input)

    const target = this.#targetOf(sides)
    const expanded = [
      target ? this.#expand(target, path) : [],
      [[sides]],
      this.#expandAll(sidesOf(sides, 'allOf'), path),
      sidesOf(sides, 'anyOf').flatMap((member) => this.#expand(member, path)),
      sidesOf(sides, 'oneOf').flatMap((member) => this.#expand(member, path)),
    ]

    path.delete(sides.input)
    return expanded.reduce(combine)
  }

  #createShape(alternatives: readonly Alternative[]): Shape {
    const facts = alternatives.map(readFacts)
    const arrays = Array.from(new Set(facts.flatMap((own) => own.arrays)))
    const lists = arrays.map((array) => this.#itemsOf(array))
    const items = lists.length === 1 && !isNested(lists[0]!) ? lists[0] : undefined

    const isSecret = this.#secrecyOf(facts, lists)
    const inner = isSecret ? this.#secretReader() : this.#plain
    const objects = this.#objectsOf(facts)
    const object = inner.#objectOf(objects)
    const kinds = kindsOf(facts)
    const isList = lists.length === 1 && !items && objects.length === 0 && !kinds.isScalar
    const rows = isList ? rowOf(inner.#itemsOf(arrays[0]!)) : undefined

    const isUnion = alternatives.length > 1
    const isJsonOnly = (lists.length > 0 && !items && !rows) || (objects.length > 0 && !object)
    const json = (): JsonShape => ({
      items: lists,
      object: object ?? (objects[0] && inner.#createObject(objects[0])),
    })

    const shape: Shape = {
      ...kinds,
      items,
      rows,
      object,
      json: isJsonOnly ? (isUnion ? noJson : json()) : undefined,
      alternatives: readOnce(() =>
        isUnion ? alternatives.map((one) => this.#createShape([one])) : [shape],
      ),
      rules: readOnce(() => readRules(commonSchemas(withoutNull(alternatives, facts)))),
      isSecret,
    }
    return shape
  }

  /** The strictest alternative decides. An array with secrets is itself a secret. */
  #secrecyOf(facts: readonly Facts[], lists: readonly ItemShapes[]): boolean | undefined {
    const said = facts.map(({ isSecret }) => isSecret)
    if (said.includes(true)) return true
    if (said.includes(false)) return false
    return this !== this.#plain || lists.some(hasSecret) || undefined
  }

  #secretReader(): ShapeReader {
    return (this.#plain.#inSecret ??= new ShapeReader(this.#root, this.#plain))
  }

  /** Returns the objects that a value may be. Each is a list of schemas that describe it together. */
  #objectsOf(facts: readonly Facts[]): readonly (readonly Sides[])[] {
    const objects = facts.map(({ parts }) => parts).filter(({ length }) => length > 0)
    return Array.from(new Map(objects.map((parts) => [this.#keyOf(parts), parts])).values())
  }

  #itemsOf(array: JsonSchema): ItemShapes {
    const read = (input: JsonSchema) => this.#shapeOf([{ input, output: undefined }])
    const items = keyword(array, 'items')

    return {
      first: listOf(array, 'prefixItems').map(read),
      rest: read(isJsonSchema(items) ? items : {}),
    }
  }

  /** Returns one object, or a union with a discriminator. A form cannot express other unions. */
  #objectOf(objects: readonly (readonly Sides[])[]): ObjectShape | undefined {
    const [first, ...others] = objects
    if (first === undefined || !objects.every(hasProperties)) return undefined
    if (others.length === 0) return this.#createObject(first)

    const variants = objects.map((parts) => this.#propertiesOf(parts))
    const by = findDiscriminator(variants)
    if (by === undefined) return undefined

    const common = commonSchemas(objects)
    return {
      properties: this.#propertiesOf(first.filter(({ input }) => common.includes(input))),
      by,
      variants: new Map(
        variants.map((properties) => [
          properties.find(({ key }) => key === by.key)!.constant!,
          properties,
        ]),
      ),
      others: this.#othersOf(objects.flat()),
    }
  }

  #createObject(parts: readonly Sides[]): ObjectShape {
    return {
      properties: this.#propertiesOf(parts),
      by: undefined,
      variants: new Map(),
      others: this.#othersOf(parts),
    }
  }

  #othersOf(parts: readonly Sides[]): PropertyShape | undefined {
    const schemas = parts
      .flatMap(({ input }) => [
        keyword(input, 'additionalProperties'),
        keyword(input, 'unevaluatedProperties'),
        ...Object.values((keyword(input, 'patternProperties') ?? {}) as object),
      ])
      .filter(isJsonSchema)
    if (schemas.length === 0) return undefined

    const input = schemas.length === 1 ? schemas[0]! : { anyOf: schemas }
    const facts = { key: '', isRequired: false, hasDefault: false, schemas, constant: undefined }
    return new Property(facts, () => this.#shapeOf([{ input, output: undefined }]))
  }

  #propertiesOf(parts: readonly Sides[]): PropertyShape[] {
    const properties = new Map<string, Sides[]>()
    const required = new Set<unknown>()
    const returned = new Set<unknown>()

    for (const { input, output } of parts) {
      for (const name of namesOf(input, 'required')) required.add(name)
      for (const name of namesOf(output, 'required')) returned.add(name)
      const inputs = keyword(input, 'properties')
      const outputs = keyword(output, 'properties')
      if (!isJsonSchema(inputs)) continue
      for (const key of Object.keys(inputs)) {
        const own = inputs[key]
        const other = isJsonSchema(outputs) ? keyword(outputs, key) : undefined
        const list = properties.get(key) ?? []
        list.push({
          input: isJsonSchema(own) ? own : {},
          output: isJsonSchema(other) ? other : undefined,
        })
        properties.set(key, list)
      }
    }

    return Array.from(properties, ([key, list]) => {
      const isRequired = required.has(key)
      const hasDefault =
        list.some((sides) => Object.hasOwn(this.#follow(sides).input, 'default')) ||
        list.some(({ input }) => Object.hasOwn(input, 'default')) ||
        // Arktype shows a default only in this way.
        (!isRequired && returned.has(key))
      const schemas = list.map(({ input }) => input)
      const constant = this.#constantOf(list)

      return new Property({ key, isRequired, hasDefault, schemas, constant }, () =>
        this.#shapeOf(list),
      )
    })
  }

  #constantOf(list: readonly Sides[]): string | undefined {
    const facts = this.#expandAll(list).map(readFacts)
    const members = new Set(facts.flatMap((own) => own.members))
    const [constant] = members

    return members.size === 1 && facts.every(({ parts }) => parts.length === 0)
      ? String(constant)
      : undefined
  }
}

/** A class, because an engine reads objects of one class faster than literals with a getter. */
class Property implements PropertyShape {
  readonly key: string
  readonly segments: readonly string[]
  readonly isRequired: boolean
  readonly hasDefault: boolean
  readonly schemas: readonly JsonSchema[]
  readonly constant: string | undefined
  readonly #readShape: () => Shape
  #shape: Shape | undefined

  constructor(facts: Omit<PropertyShape, 'segments' | 'shape'>, readShape: () => Shape) {
    this.key = facts.key
    this.segments = facts.key.split('.')
    this.isRequired = facts.isRequired
    this.hasDefault = facts.hasDefault
    this.schemas = facts.schemas
    this.constant = facts.constant
    this.#readShape = readShape
  }

  get shape(): Shape {
    return (this.#shape ??= this.#readShape())
  }
}

function readOnce<Value>(read: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= read())
}

/** The arrays and objects of a union are in its alternatives. */
const noJson: JsonShape = { items: [], object: undefined }

function hasSecret({ first, rest }: ItemShapes): boolean {
  return [...first, rest].some(({ isSecret }) => isSecret)
}

/** Whether an array contains values that a form cannot repeat. */
function isNested({ first, rest }: ItemShapes): boolean {
  return [...first, rest].some(({ items, rows, object, json }) => items || rows || object || json)
}

/**
 * Returns the shape of a row, if each item of the array is an object. Returns `undefined` for a tuple, or if an item may be
 * another value.
 */
function rowOf({ first, rest }: ItemShapes): RowShape | undefined {
  const { object, items, rows, json, isScalar, isNullable } = rest
  const isOther = first.length > 0 || items || rows || json || isScalar || isNullable
  return object === undefined || isOther ? undefined : (rest as RowShape)
}

function namesOf(schema: JsonSchema | undefined, name: string): readonly unknown[] {
  const names = keyword(schema, name)
  return Array.isArray(names) ? names : []
}

function hasProperties(parts: readonly Sides[]): boolean {
  return parts.some(({ input }) => isJsonSchema(keyword(input, 'properties')))
}

/** Returns the first property that has exactly one value in each variant, and a different value in every variant. */
function findDiscriminator(variants: readonly PropertyShape[][]): PropertyShape | undefined {
  return variants[0]!.find(({ key }) => {
    const texts = variants.map(
      (properties) => properties.find((property) => property.key === key)?.constant,
    )
    return !texts.includes(undefined) && new Set(texts).size === variants.length
  })
}
