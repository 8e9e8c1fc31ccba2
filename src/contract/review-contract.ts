import type { Contract } from './contract.ts'
import {
  isJsonSchema,
  keyword,
  listOf,
  readJsonSchemas,
  resolveRef,
  type JsonSchema,
} from './json-schema.ts'
import { readContract } from './read-contract.ts'

/**
 * Finds parts of a contract that work, but probably not as intended.
 *
 * @param where The route, such as `GET "/books"`
 * @returns A sentence for each thing
 * @throws {TypeError} If the contract cannot be used at all
 */
export function reviewContract(contract: Contract, where: string): string[] {
  const { parts, accepts } = readContract(contract, where)

  return parts.flatMap(({ name, schema, shape }) => {
    if (shape === null) {
      const isConverted = name !== 'body' || accepts.includes('form')
      return isConverted ? [explainMissing(name, where)] : []
    }
    if (name !== 'search') return []

    return namesOfChecked(readJsonSchemas(schema)!.input).map(
      (key) =>
        `The search of ${where} has "${key}", a boolean with the default true: a form cannot set it to false, because browsers send nothing for an unchecked box. Use a default of false.`,
    )
  })
}

/** The dotted names of the booleans that are true by default. */
function namesOfChecked(root: JsonSchema): string[] {
  const names = new Set<string>()
  const seen = new Set<JsonSchema>()
  visit(root, '')
  return Array.from(names)

  function visit(schema: JsonSchema, name: string): void {
    if (keyword(schema, 'default') === true) names.add(name)
    if (seen.has(schema)) return
    seen.add(schema)

    const target = resolveRef(root, keyword(schema, '$ref'))
    const same = ['allOf', 'anyOf', 'oneOf'].flatMap((list) => listOf(schema, list))
    for (const other of target === undefined ? same : [target, ...same]) visit(other, name)

    const properties = keyword(schema, 'properties')
    for (const [key, property] of Object.entries(isJsonSchema(properties) ? properties : {})) {
      if (isJsonSchema(property)) visit(property, name === '' ? key : `${name}.${key}`)
    }
  }
}

/** The warning for a schema that does not describe itself. */
export function explainMissing(name: string, where: string): string {
  return `The ${name} schema of ${where} has no JSON Schema, so texts are not converted. Wrap a valibot schema in toStandardJsonSchema() of @valibot/to-json-schema.`
}
