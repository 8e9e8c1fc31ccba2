import {
  isJsonSchema,
  keyword,
  listOf,
  readJsonSchemas,
  resolveRef,
  type JsonSchema,
} from './json-schema.ts'
import type { Schema } from './schema.ts'

/** What a JSON Schema says about one value, as far as texts are converted by it. */
export interface Shape {
  readonly isFile: boolean
  readonly isNullable: boolean
  /** Whether any text is allowed, and not only some texts. */
  readonly isString: boolean
  /** `integer` if only whole numbers are allowed. */
  readonly number: 'integer' | 'number' | undefined
  readonly isBoolean: boolean
  /** The values of `enum` and `const`, texts first. */
  readonly members: readonly (string | number | boolean)[]
  /** The shapes of an array of scalars or files. */
  readonly items: ItemShapes | undefined
  readonly object: ObjectShape | undefined
  /** A form cannot express the value: arrays of objects, records, unions of objects without a discriminator. */
  readonly isJsonOnly: boolean
  /** The schemas that a value must all fit, apart from `null`. The rules of a field come from them. */
  readonly schemas: readonly JsonSchema[]
  /** `true` or `false` if the schema says so; otherwise the name decides. */
  readonly isSecret: boolean | undefined
}

/** The shape of each item of an array. */
export interface ItemShapes {
  readonly first: readonly Shape[]
  readonly rest: Shape
}

/** An object, or a union of objects that one property tells apart. */
export interface ObjectShape {
  readonly properties: readonly PropertyShape[]
  /** The property that names the variant. */
  readonly by: PropertyShape | undefined
  /** The properties of each variant, by the text of the discriminator. */
  readonly variants: ReadonlyMap<string, readonly PropertyShape[]>
}

export interface PropertyShape {
  readonly key: string
  /** The key as the parts of a dotted name. */
  readonly segments: readonly string[]
  readonly isRequired: boolean
  readonly hasDefault: boolean
  /** Read when it is first needed, because schemas can contain themselves. */
  readonly shape: Shape
  /** The schemas of the property, as the library wrote them. A value fits all of them. */
  readonly schemas: readonly JsonSchema[]
  /** The text of the only value that is allowed, if there is only one. */
  readonly constant: string | undefined
}

const shapes = new WeakMap<object, Shape>()

/** The shape of what a schema takes, or `null` if it has no JSON Schema. */
export function readShape(schema: Schema): Shape | null {
  const schemas = readJsonSchemas(schema)
  if (schemas === null) return null

  let shape = shapes.get(schema)
  if (shape === undefined) {
    shape = new ShapeReader(schemas.input, schemas.output).root
    shapes.set(schema, shape)
  }

  return shape
}

/** The properties of an object and of all its variants. */
export function allProperties({ properties, variants }: ObjectShape): readonly PropertyShape[] {
  return [properties, ...variants.values()].flat()
}

/** A schema of the input, and the one of the output at the same place. */
interface Sides {
  readonly input: JsonSchema
  readonly output: JsonSchema | undefined
}

/** What one schema says, with its references, `allOf`, `anyOf` and `oneOf` taken together. */
interface Facts {
  readonly schemas: JsonSchema[]
  readonly types: Set<unknown>
  readonly members: unknown[]
  /** The arrays, as alternatives. */
  readonly arrays: JsonSchema[]
  /** The parts of one object: that of the schema itself and those of `allOf`. */
  readonly parts: Sides[]
  /** Objects of which one applies; each is a list of parts. */
  readonly alternatives: (readonly Sides[])[]
  /** The unions that `alternatives` come from. A form cannot express more than one. */
  unions: number
  isFile: boolean
  isSecret: boolean | undefined
}

/** One of the words of an `autocomplete`, such as `current-password webauthn`. */
const secretFields = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-\S+)(?:\s|$)/i

/** Whether a schema calls its value a secret. `undefined` if it says nothing. */
export function readSecrecy(schema: JsonSchema): boolean | undefined {
  const writeOnly = keyword(schema, 'writeOnly')
  if (typeof writeOnly === 'boolean') return writeOnly
  const isSecret =
    keyword(schema, 'format') === 'password' ||
    secretFields.test(String(keyword(schema, 'autocomplete') ?? ''))
  return isSecret || undefined
}

class ShapeReader {
  readonly #sides: Sides
  readonly #numbers = new Map<JsonSchema, number>()
  readonly #known = new Map<string, Shape>()
  /** The shapes that are being created. */
  readonly #pending = new Set<string>()

  constructor(input: JsonSchema, output: JsonSchema | undefined) {
    this.#sides = { input, output }
  }

  get root(): Shape {
    return this.#shapeOf([this.#sides])
  }

  #shapeOf(list: readonly Sides[]): Shape {
    const followed = list.map((sides) => this.#follow(sides))
    const key = this.#keyOf(followed)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // An array of itself.
    if (this.#pending.has(key)) return { ...anyShape, isJsonOnly: true }

    this.#pending.add(key)
    const shape = this.#createShape(followed)
    this.#pending.delete(key)
    this.#known.set(key, shape)
    return shape
  }

  /** The same schemas have the same shape, even if several are joined. So a schema that contains itself ends. */
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
      const target = resolveRef(this.#sides.input, input['$ref'])
      if (target === undefined) break
      input = target
      output = this.#resolveOutput(output)
    }

    return { input, output }
  }

  #resolveOutput(output: JsonSchema | undefined): JsonSchema | undefined {
    const ref = keyword(output, '$ref')
    return ref === undefined || this.#sides.output === undefined
      ? output
      : resolveRef(this.#sides.output, ref)
  }

  #createShape(list: readonly Sides[]): Shape {
    const facts: Facts = createFacts()
    for (const sides of list) this.#collect(sides, facts, new Set())
    const { types, arrays } = facts
    const items = arrays.length === 1 ? this.#itemsOf(arrays[0]!) : undefined
    const object = this.#objectOf(facts)
    const hasObject = facts.parts.length > 0 || facts.alternatives.length > 0

    return {
      isFile: facts.isFile,
      isNullable: types.has('null'),
      isString: types.has('string'),
      number: types.has('number') ? 'number' : types.has('integer') ? 'integer' : undefined,
      isBoolean: types.has('boolean'),
      members: facts.members
        .filter((member) => typeof member !== 'object')
        .sort((a, b) => Number(typeof b === 'string') - Number(typeof a === 'string')) as string[],
      items,
      object,
      isJsonOnly: (arrays.length > 0 && items === undefined) || (hasObject && object === undefined),
      schemas: facts.schemas,
      isSecret: facts.isSecret ?? (items && hasSecret(items)),
    }
  }

  /** `path` has the schemas that are being collected, because a union may name itself. */
  #collect({ input, output }: Sides, facts: Facts, path: Set<JsonSchema>): void {
    if (path.has(input)) return
    path.add(input)

    const ref = keyword(input, '$ref')
    if (ref !== undefined) {
      const target = resolveRef(this.#sides.input, ref)
      if (target !== undefined) {
        this.#collect({ input: target, output: this.#resolveOutput(output) }, facts, path)
      }
    }
    this.#collectOwn(input, output, facts)
    for (const [index, part] of listOf(input, 'allOf').entries()) {
      this.#collect({ input: part, output: listOf(output, 'allOf')[index] }, facts, path)
    }
    for (const name of ['anyOf', 'oneOf']) {
      const outputs = listOf(output, name)
      const isSameLength = outputs.length === listOf(input, name).length
      const alternatives = listOf(input, name).map((part, index) => {
        const own = createFacts()
        this.#collect({ input: part, output: isSameLength ? outputs[index] : undefined }, own, path)
        return own
      })
      addAlternatives(facts, alternatives)
    }

    path.delete(input)
  }

  #collectOwn(input: JsonSchema, output: JsonSchema | undefined, facts: Facts): void {
    facts.schemas.push(input)
    const type = keyword(input, 'type')
    const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
    const isFile = keyword(input, 'format') === 'binary' && types.includes('string')
    facts.isFile ||= isFile

    const list = keyword(input, 'enum')
    const members: unknown[] = Array.isArray(list) ? [...list] : []
    if (Object.hasOwn(input, 'const')) members.push(input['const'])
    facts.members.push(...members)
    // The texts of an enum do not allow other texts: with `'all' | number`, `3` is a number.
    const isAnyText = !isFile && members.length === 0
    for (const name of types) if (isAnyText || name !== 'string') facts.types.add(name)
    for (const member of members) {
      if (typeof member !== 'string') facts.types.add(member === null ? 'null' : typeof member)
    }

    if (types.includes('array')) facts.arrays.push(input)
    if (types.includes('object') || Object.hasOwn(input, 'properties')) {
      facts.parts.push({ input, output })
    }

    const isSecret = readSecrecy(input)
    if (isSecret === false) facts.isSecret = false
    else facts.isSecret ??= isSecret
  }

  #itemsOf(array: JsonSchema): ItemShapes | undefined {
    const read = (input: JsonSchema) => this.#shapeOf([{ input, output: undefined }])
    const items = keyword(array, 'items')
    const shapes: ItemShapes = {
      first: listOf(array, 'prefixItems').map(read),
      rest: read(isJsonSchema(items) ? items : {}),
    }
    const isNested = (shape: Shape) =>
      shape.items !== undefined || shape.object !== undefined || shape.isJsonOnly

    return [...shapes.first, shapes.rest].some(isNested) ? undefined : shapes
  }

  #objectOf({ parts, alternatives, unions }: Facts): ObjectShape | undefined {
    if (alternatives.length === 0) {
      return hasProperties(parts) ? this.#createObject(parts) : undefined
    }
    if (alternatives.length === 1 && parts.length === 0) {
      return hasProperties(alternatives[0]!) ? this.#createObject(alternatives[0]!) : undefined
    }
    if (unions > 1 || !alternatives.every(hasProperties)) return undefined

    const shared = this.#propertiesOf(parts)
    const variants = alternatives.map((own) => this.#propertiesOf([...parts, ...own]))
    const by = findDiscriminator(variants)
    if (by === undefined) return undefined

    return {
      properties: shared,
      by,
      variants: new Map(
        variants.map((properties) => [
          properties.find(({ key }) => key === by.key)!.constant!,
          properties,
        ]),
      ),
    }
  }

  #createObject(parts: readonly Sides[]): ObjectShape {
    return { properties: this.#propertiesOf(parts), by: undefined, variants: new Map() }
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
    const facts = createFacts()
    for (const sides of list) this.#collect(sides, facts, new Set())
    const { members, parts, alternatives } = facts

    return members.length === 1 && parts.length + alternatives.length === 0
      ? String(members[0])
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

/** The shape of a value about which the schema says nothing. */
const anyShape: Shape = {
  isFile: false,
  isNullable: false,
  isString: false,
  number: undefined,
  isBoolean: false,
  members: [],
  items: undefined,
  object: undefined,
  isJsonOnly: false,
  schemas: [],
  isSecret: undefined,
}

function createFacts(): Facts {
  return {
    schemas: [],
    types: new Set(),
    members: [],
    arrays: [],
    parts: [],
    alternatives: [],
    unions: 0,
    isFile: false,
    isSecret: undefined,
  }
}

function addAlternatives(facts: Facts, alternatives: readonly Facts[]): void {
  let hasObjects = false
  const [only, ...others] = alternatives.filter((own) => !isNull(own))
  if (only !== undefined && others.length === 0) facts.schemas.push(...only.schemas)
  for (const own of alternatives) {
    for (const type of own.types) facts.types.add(type)
    facts.members.push(...own.members)
    facts.arrays.push(...own.arrays)
    facts.isFile ||= own.isFile
    facts.isSecret ??= own.isSecret

    if (own.alternatives.length > 0) {
      // A union inside a union is one union. A part next to it belongs to each of its members.
      for (const inner of own.alternatives) facts.alternatives.push([...own.parts, ...inner])
      facts.unions += own.unions - 1
      hasObjects = true
    } else if (own.parts.length > 0) {
      facts.alternatives.push(own.parts)
      hasObjects = true
    }
  }
  if (hasObjects) facts.unions += 1
}

function isNull({ types, members }: Facts): boolean {
  return types.size === 1 && types.has('null') && members.every((member) => member === null)
}

/** An array of secrets is a secret. */
function hasSecret({ first, rest }: ItemShapes): true | undefined {
  return [...first, rest].some(({ isSecret }) => isSecret) || undefined
}

function namesOf(schema: JsonSchema | undefined, name: string): readonly unknown[] {
  const names = keyword(schema, name)
  return Array.isArray(names) ? names : []
}

function hasProperties(parts: readonly Sides[]): boolean {
  return parts.some(({ input }) => isJsonSchema(keyword(input, 'properties')))
}

/** The first property that has exactly one value in each variant, and another one in every variant. */
function findDiscriminator(variants: readonly PropertyShape[][]): PropertyShape | undefined {
  return variants[0]!.find(({ key }) => {
    const texts = variants.map(
      (properties) => properties.find((property) => property.key === key)?.constant,
    )
    return !texts.includes(undefined) && new Set(texts).size === variants.length
  })
}
