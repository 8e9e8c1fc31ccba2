import { mayBeUnchosen, type ObjectShape, type PropertyShape } from '../contract/shared.ts'
import type { WriteSchema } from './components.ts'
import type { OpenApiSchema } from './document.ts'

/** One name in a form or a query. */
export interface Leaf {
  /** `address.city` */
  readonly name: string
  /** Whether a request without the name is refused. */
  readonly isRequired: boolean
  readonly isFile: boolean
  readonly schema: OpenApiSchema
}

/**
 * Lists the names that a form or a query sends for an object. It leaves out values that only JSON can express.
 *
 * @param write Copies the schemas into the document
 */
export function listLeaves(
  object: ObjectShape,
  source: 'form' | 'query',
  write: WriteSchema,
): Leaf[] {
  const leaves = new Map<string, Leaf>()
  addObject(object, '', true, new Set())
  return Array.from(leaves.values())

  function addObject(
    inner: ObjectShape,
    prefix: string,
    isRequired: boolean,
    around: ReadonlySet<ObjectShape>,
  ): void {
    if (around.has(inner)) return // A schema that contains itself.
    const path = new Set(around).add(inner)
    const { by, properties, variants } = inner
    if (by !== undefined) addUnion(by, Array.from(variants.values()))
    else addAll(properties, isRequired)

    function addAll(list: readonly PropertyShape[], isAlways: boolean): void {
      for (const property of list) {
        const { key, shape, hasDefault } = property
        const mustBeSent = isAlways && property.isRequired && !hasDefault
        if (shape.object !== undefined)
          addObject(shape.object, `${prefix}${key}.`, mustBeSent, path)
        else if (!shape.json) add(property, prefix + key, mustBeSent)
      }
    }

    /** Only the discriminator is sent with every variant. */
    function addUnion(name: PropertyShape, lists: readonly (readonly PropertyShape[])[]): void {
      for (const list of lists) {
        addAll(
          list.filter(({ key }) => key === name.key),
          isRequired,
        )
        addAll(
          list.filter(({ key }) => key !== name.key),
          false,
        )
      }
    }
  }

  function add({ shape, schemas }: PropertyShape, name: string, mustBeSent: boolean): void {
    const written = schemas.map(write)
    const own = written.length === 1 ? written[0]! : { allOf: written }
    const other = leaves.get(name)
    leaves.set(name, {
      name,
      isRequired: mustBeSent && (source === 'query' || !mayBeUnchosen(shape)),
      isFile: shape.isFile,
      schema: other === undefined ? own : { anyOf: [other.schema, own] },
    })
  }
}
