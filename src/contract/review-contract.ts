import type { Contract } from './contract.ts'
import { isJsonSchema, keyword, readJsonSchemas } from './json-schema.ts'
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

    const properties = keyword(readJsonSchemas(schema)!.input, 'properties')
    return Object.entries(isJsonSchema(properties) ? properties : {}).flatMap(([key, property]) =>
      isJsonSchema(property) &&
      keyword(property, 'type') === 'boolean' &&
      keyword(property, 'default') === true
        ? [
            `The search of ${where} has "${key}", a boolean with the default true: a form cannot set it to false, because browsers send nothing for an unchecked box. Use a default of false.`,
          ]
        : [],
    )
  })
}

/** The warning for a schema that does not describe itself. */
export function explainMissing(name: string, where: string): string {
  return `The ${name} schema of ${where} has no JSON Schema, so texts are not converted. Wrap a valibot schema in toStandardJsonSchema() of @valibot/to-json-schema.`
}
