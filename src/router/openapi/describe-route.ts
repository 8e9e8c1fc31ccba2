import {
  mayBeUnchosen,
  type ObjectShape,
  type PropertyShape,
  readContract,
  readJsonSchema,
  validate,
  type ContractPart,
  type JsonSchema,
  type ReadContract,
  type InputPart,
} from '../contract/shared.ts'
import type { WriteSchema, Components } from './components.ts'
import type {
  OpenApiSchema,
  OpenApiContent,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './document.ts'
import type { Contract } from '../contract/index.ts'
import { reasonPhrase } from '../../internal/http/reason-phrase.ts'
import { ignoreRejection } from '../../internal/process/promises.ts'

/** A route without its path: a route with optional parts has several. */
export interface RouteDescription {
  readonly operation: Omit<OpenApiOperation, 'operationId' | 'parameters'>
  readonly query: readonly OpenApiParameter[]
  /** The schema of a param of the path. */
  schemaOf(param: string): OpenApiSchema
}

/** Describes requests and responses of a route by its contract. */
export function describeRoute(
  contract: Contract,
  name: string,
  where: string,
  components: Components,
): RouteDescription {
  const read = readContract(contract, where)
  const parts = new Map(read.parts.map((part) => [part.name, part]))
  const body = parts.get('body')
  const search = parts.get('search')
  const { summary, description, tags, deprecated } = contract.describe ?? {}

  return {
    operation: {
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: [...tags] }),
      ...(deprecated !== undefined && { deprecated }),
      ...(body && {
        requestBody: {
          required: !takesNothing(body),
          content: contentOf(body, read.accepts, name, components),
        },
      }),
      responses: responsesOf(read, name, components),
    },
    query: search ? leavesOf(search, 'query', name, components).map(toParameter) : [],
    schemaOf: paramSchemas(parts.get('params'), name, components),
  }
}

/** Returns the input of a schema, as it is shown in the document. A schema without a JSON Schema accepts any value. */
function sourceOf({ schema, name }: ContractPart, routeName: string) {
  return { root: readJsonSchema(schema, 'input') ?? {}, name: `${routeName}.${name}` }
}

function leavesOf(
  part: ContractPart,
  source: 'form' | 'query',
  routeName: string,
  components: Components,
): Leaf[] {
  const object = part.shape?.object
  return object ? listLeaves(object, source, components.from(sourceOf(part, routeName))) : []
}

function toParameter({ name, isRequired, schema }: Leaf): OpenApiParameter {
  return { name, in: 'query', required: isRequired, schema }
}

function paramSchemas(
  part: ContractPart | undefined,
  routeName: string,
  components: Components,
): (param: string) => OpenApiSchema {
  if (part === undefined) return () => ({ type: 'string' })

  const leaves = leavesOf(part, 'query', routeName, components)
  return (param) => leaves.find(({ name }) => name === param)?.schema ?? {}
}

/**
 * Returns the schemas of a body by media type. A form has a separate schema: its names are dotted, and empty boxes are left
 * out.
 */
function contentOf(
  part: ContractPart,
  accepts: ReadContract['accepts'],
  routeName: string,
  components: Components,
): OpenApiContent {
  const source = sourceOf(part, routeName)
  const json = () => ({ schema: components.from(source)(source.root) })
  if (!accepts.includes('form')) return { 'application/json': json() }

  const leaves = leavesOf(part, 'form', routeName, components)
  const form = { schema: part.shape?.object ? formSchema(leaves) : {} }
  // Only a multipart body can have a file.
  if (leaves.some(({ isFile, isRequired }) => isFile && isRequired)) {
    return { 'multipart/form-data': form }
  }
  return {
    ...(accepts.includes('json') && { 'application/json': json() }),
    'application/x-www-form-urlencoded': form,
    'multipart/form-data': form,
  }
}

function formSchema(leaves: readonly Leaf[]): OpenApiSchema {
  const required = leaves.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(leaves.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  }
}

/** Whether a request may have no body at all. A JSON Schema cannot say so, so this validates `undefined`, unless the schema is asynchronous. */
function takesNothing({ schema, where }: ContractPart): boolean {
  try {
    const result = validate(schema, undefined, where)
    if (!(result instanceof Promise)) return result.issues === undefined
    ignoreRejection(result)
  } catch {
    // The schema has code that expects a value.
  }
  return false
}

/** The statuses for input that does not fit, and for a body that cannot be read. */
const problemStatuses: Readonly<Record<InputPart, readonly number[]>> = {
  params: [404],
  search: [400],
  body: [400, 415, 422],
}

/** Statuses of responses that never have a body. */
const withoutBody: readonly number[] = [204, 205, 304]

function responsesOf(
  { parts, returns }: ReadContract,
  routeName: string,
  components: Components,
): Record<string, OpenApiResponse> {
  const contents = new Map<number, Record<string, { schema: OpenApiSchema }>>()
  for (const [status, schema] of returns) {
    const root = readJsonSchema(schema, 'output') ?? {}
    const write = components.from({ root, name: `${routeName}.${status}`, isResponse: true })
    contents.set(
      status,
      withoutBody.includes(status) ? {} : { 'application/json': { schema: write(root) } },
    )
  }
  for (const { name } of parts) {
    for (const status of problemStatuses[name]) {
      const write = components.from({ root: problem, name: 'Problem' })
      contents.set(status, {
        ...contents.get(status),
        'application/problem+json': { schema: write(problem) },
      })
    }
  }

  const responses = Array.from(contents, ([status, content]): [string, OpenApiResponse] => [
    String(status),
    {
      description: phraseOf(status),
      ...(Object.keys(content).length > 0 && { content }),
    },
  ])
  return returns.size > 0
    ? Object.fromEntries(responses)
    : Object.fromEntries([...responses, ['default', { description: 'Any other response' }]])
}

const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
}

function phraseOf(status: number): string {
  return phrases[status] ?? (status < 400 ? `Status ${status}` : reasonPhrase(status))
}

/** The document that the router sends if input does not fit. */
const problem: JsonSchema = {
  id: 'Problem',
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          in: { enum: ['params', 'search', 'body'] },
          name: { type: 'string' },
          path: { type: 'array', items: { type: ['string', 'number'] } },
          message: { type: 'string' },
        },
        required: ['in', 'name', 'path', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'errors'],
}

/** One name in a form or a query. */
export interface Leaf {
  /** `address.city` */
  readonly name: string
  /** Whether a request is refused without the name. */
  readonly isRequired: boolean
  readonly isFile: boolean
  readonly schema: OpenApiSchema
}

/** Lists the names that a form or a query sends for an object. It leaves out values that only JSON can express. */
function listLeaves(object: ObjectShape, source: 'form' | 'query', write: WriteSchema): Leaf[] {
  const leaves = new Map<string, Leaf>()
  addObject(object, '', true, new Set())
  return Array.from(leaves.values())

  function addObject(
    inner: ObjectShape,
    prefix: string,
    isRequired: boolean,
    around: ReadonlySet<ObjectShape>,
  ): void {
    if (around.has(inner)) return // The schema contains itself.
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
        else if (!shape.json && !shape.rows) add(property, prefix + key, mustBeSent)
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
