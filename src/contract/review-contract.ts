import { mapFields, treeOf, type FieldSet, type FieldUnion } from '../internal/fields.ts'
import { readFieldSet } from './constraints.ts'
import type { Contract } from './contract.ts'
import { readContract } from './read-contract.ts'

/**
 * Finds parts of a contract that work, but probably not as intended.
 *
 * @throws {TypeError} If the contract cannot be used at all
 */
export function reviewContract(contract: Contract, where: string): string[] {
  const { parts, accepts } = readContract(contract, where)

  return parts.flatMap(({ name, shape }) => {
    if (shape === null) {
      const isConverted = name !== 'body' || accepts.includes('form')
      return isConverted ? [explainMissing(name, where)] : []
    }
    if (name !== 'search') return []

    return namesOfChecked(readFieldSet(shape)).map(
      (key) =>
        `The search of ${where} has "${key}", a boolean with the default true: a form cannot set it to false, because browsers send nothing for an unchecked box. Use a default of false.`,
    )
  })
}

/** The dotted names of the boxes that are checked by default. */
function namesOfChecked(set: FieldSet): string[] {
  const trees = treeOf(set, undefined) === set ? [set] : Object.values((set as FieldUnion).of)
  const names = new Set<string>()
  for (const tree of trees) {
    mapFields(tree, (_, __, name, { type, value }) => {
      if (type === 'checkbox' && value?.[0] === 'on') names.add(name)
    })
  }

  return Array.from(names)
}

/** The warning for a schema that does not describe itself. */
export function explainMissing(name: string, where: string): string {
  return `The ${name} schema of ${where} has no JSON Schema, so strings are not converted. Wrap a valibot schema in toStandardJsonSchema() of @valibot/to-json-schema.`
}
