import type { Schema } from '../../../contract/index.ts'
import { readJsonSchema, type ContractPart, type JsonSchema } from '../../../contract/shared.ts'
import type { StartedHandler } from '../../../internal/proof.ts'
import { readSent } from '../read-sent.ts'
import { accepts } from '../valid-values.ts'
import type { Check } from './check.ts'

/** A handler starts only with input that its contract accepts, and never for a request that its contract refuses. */
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

/** A handler, in words. */
export function nameOf({ kind, route }: StartedHandler): string {
  return kind === 'route' ? 'the handler' : `the ${kind} of app/${route}`
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
export function isConverted(schema: Schema): boolean {
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
