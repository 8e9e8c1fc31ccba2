import {
  mapFields,
  treeOf,
  type FieldSet,
  type FieldTree,
  type FieldUnion,
} from '../../internal/forms/fields.ts'
import { readFieldSet } from './constraints.ts'
import type { Contract } from './contract.ts'
import { maxNames } from './sent-entries.ts'
import { readContract } from './read-contract.ts'

/**
 * Returns warnings about parts of a contract that work, but probably not as intended.
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
    if (name === 'body' && accepts.includes('form')) return reviewLists(readFieldSet(shape), where)
    if (name !== 'search') return []

    return namesOfChecked(readFieldSet(shape, false)).map(
      (key) =>
        `The search of ${where} has "${key}", a boolean with the default true: a form cannot set it to false, because browsers send nothing for an unchecked box. Use a default of false.`,
    )
  })
}

/** Warns of lists that may have more rows than a form can send. */
function reviewLists(set: FieldSet, where: string): string[] {
  const problems = new Set<string>()
  const countNames = (tree: FieldTree, prefix: string): number => {
    let count = 0
    mapFields(
      tree,
      (_, __, name, { max, row }) => {
        // The row itself is sent, too.
        const size = row ? 1 + countNames(row, `${name}.`) : 1
        count += row ? (max ?? 0) * size : 1
        const most = Math.floor(maxNames / size)
        if (row && (max === undefined || max > most)) {
          problems.add(
            `The body of ${where} has the list "${name}" ${max === undefined ? 'without a maximum' : `of at most ${max} rows`}: a form sends ${size} names for each row, and a form of more than ${maxNames.toLocaleString('en')} names is refused. Use a maximum of ${most} or less.`,
          )
        }
      },
      prefix,
    )
    return count
  }
  for (const tree of treesOf(set)) countNames(tree, '')

  return Array.from(problems)
}

function treesOf(set: FieldSet): FieldTree[] {
  return treeOf(set, undefined) === set ? [set] : Object.values((set as FieldUnion).of)
}

/** Returns the dotted names of the boxes that are checked by default. */
function namesOfChecked(set: FieldSet): string[] {
  const names = new Set<string>()
  for (const tree of treesOf(set)) {
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
