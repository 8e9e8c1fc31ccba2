import type { Schema } from '../../router/contract/index.ts'
import {
  readJsonSchema,
  validate,
  type ContractPart,
  type JsonSchema,
} from '../../router/contract/shared.ts'
import type { StartedHandler } from '../../internal/exchange/proof.ts'
import { isPlainObject } from '../../internal/guards/check.ts'
import { readSent } from './read-sent.ts'
import { accepts } from './values.ts'
import { nameOf, type Check, type Finding } from './check.ts'

export const input: Check = {
  name: 'input',
  title: 'A handler must only start with input that its contract accepts',
  advice:
    'Look for code that changes requests before the router, and for a schema that does not always decide alike.',
  limit: 3,

  async judge({ sent, planned, contracts }) {
    for (const start of sent.starts) {
      const known = start.kind === 'page' ? undefined : contracts.get(start.contract ?? start.route)
      if (known === undefined || planned.attack.method === 'OPTIONS') continue
      const { contract, isLenient } = known
      const parts = contract.parts.filter(({ name }) => start.kind !== 'loader' || name !== 'body')
      const sentParts = { ...contract, parts }
      const reading = await readSent(sentParts, planned.attack, start.params, isLenient)
      if (reading === 'refused') {
        return { says: `reached ${nameOf(start)}, although its contract refuses it` }
      }
      const wrong = start.input && (await findWrongInput(parts, start.input))
      if (wrong !== undefined) return { says: `started ${nameOf(start)} ${wrong}` }
    }
    return undefined
  },
}

/** Says what is wrong with the input that a handler has got. */
async function findWrongInput(
  parts: readonly ContractPart[],
  given: NonNullable<StartedHandler['input']>,
): Promise<string | undefined> {
  const names = parts.map(({ name }) => name)
  if (names.join() !== Object.keys(given).join()) return `without the input of its contract`
  for (const { name, schema } of parts) {
    // A schema that converts cannot check its output: it expects the input.
    if (!isConverted(schema) && !(await accepts(schema, given[name]))) {
      return `with a value in input.${name} that its contract refuses`
    }
  }
  return undefined
}

const converted = new WeakMap<Schema, boolean>()

/** Whether the output of a schema differs in kind from its input, or is not described. */
function isConverted(schema: Schema): boolean {
  let isKnown = converted.get(schema)
  if (isKnown === undefined) {
    const input = readJsonSchema(schema, 'input')
    const output = readJsonSchema(schema, 'output')
    isKnown =
      input === undefined ||
      output === undefined ||
      withoutDefaults(input) !== withoutDefaults(output) ||
      !describesAll(schema)
    converted.set(schema, isKnown)
  }
  return isKnown
}

/** Whether a JSON Schema says everything about the output. Valibot leaves a transform out, unless errors are allowed. */
function describesAll(schema: Schema): boolean {
  const jsonSchema = schema['~standard'].jsonSchema as { output(options: object): unknown }
  try {
    jsonSchema.output({ target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } })
    return true
  } catch {
    return false
  }
}

/** A JSON Schema as a string, without the keywords that a default changes. */
function withoutDefaults(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    /^(?:required|additionalProperties|default)$/.test(key) ? undefined : value,
  )
}

export const returns: Check = {
  name: 'returns',
  title: 'A response must fit the `returns` of its contract',
  advice:
    'Return what the contract says, or change the contract: the OpenAPI document and the client believe it. Leave out members that it does not name, because they may be secrets.',
  limit: 3,

  async judge({ planned, sent, contracts }) {
    const { starts, status, text, isWhole } = sent
    const start = starts.findLast(({ kind }) => kind === 'route')
    const declared = start && contracts.get(start.contract ?? start.route)?.contract.returns
    if (!declared?.size || planned.attack.method === 'HEAD' || !isWhole) return undefined
    const schema = declared.get(status)
    if (schema === undefined) {
      const isSuccess = status >= 200 && status < 300
      const says = `got a ${status}, which \`returns\` does not name`
      return isSuccess ? { says, cause: says } : undefined
    }
    const misfit = await misfitOf(schema, text, status)
    // Routes that differ from their contracts in other ways are other faults.
    return misfit && { ...misfit, cause: misfit.says }
  },
}

async function misfitOf(
  schema: Schema,
  text: string,
  status: number,
): Promise<Finding | undefined> {
  let value: unknown
  try {
    // An empty body is `undefined`: a schema for status 204 can say so.
    value = text === '' ? undefined : JSON.parse(text)
  } catch {
    return {
      says: `got a ${status} with a body that is not JSON, although \`returns\` has a schema for it`,
    }
  }
  const result = await validate(schema, value, `schema for status ${status}`)
  const [issue] = result.issues ?? []
  if (issue !== undefined) {
    const path = (issue.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
    const name = path.filter((key) => !/^\d+$/.test(key)).join('.') || 'the value'
    return {
      says: `got a ${status} whose body does not fit \`returns\`: ${name}: ${issue.message}`,
    }
  }
  const extra = 'value' in result && !isConverted(schema) && undeclared(value, result.value)
  return extra
    ? { says: `got a ${status} with the member "${extra}", which \`returns\` does not name` }
    : undefined
}

/** Finds a member that the schema has removed. */
function undeclared(sent: unknown, kept: unknown): string | undefined {
  const isList = Array.isArray(sent) && Array.isArray(kept)
  if (!isList && !(isPlainObject(sent) && isPlainObject(kept))) return undefined
  for (const [name, value] of Object.entries(sent)) {
    if (!isList && !Object.hasOwn(kept, name)) return name
    const inner = undeclared(value, kept[name as never])
    if (inner !== undefined) return isList ? inner : `${name}.${inner}`
  }
  return undefined
}
