import type { Fields } from '../internal/fields.ts'
import { invariant } from '../internal/invariant.ts'
import { readFieldSet } from './constraints.ts'
import type { Contract } from './contract.ts'
import type { ReadContract } from './read-contract.ts'

/** Fields are in every first document of a page. */
const maxFields = 16 * 1024

/**
 * Joins the contract of a route module with the one of its route in `app/routes.ts`.
 *
 * @throws {TypeError} If both have the same member
 */
export function joinContracts(own: unknown, ofRoute: Contract | undefined, id: string): unknown {
  if (ofRoute === undefined || typeof own !== 'object' || own === null) return own ?? ofRoute

  for (const name of Object.keys(own)) {
    invariant(
      !Object.hasOwn(ofRoute, name),
      `Cannot use "${name}" in the contract of app/${id}: its route in app/routes.ts has it too. Remove one of them.`,
    )
  }
  return { ...ofRoute, ...own }
}

/**
 * Returns the fields that the page of a contract gets, for its forms.
 *
 * @throws {TypeError} If they are too large
 */
export function readFields({ accepts, parts }: ReadContract, id: string): Fields {
  const fields: { -readonly [Name in keyof Fields]: Fields[Name] } = {}
  for (const { name, shape } of parts) {
    const isForm = name === 'search' || (name === 'body' && accepts.includes('form'))
    if (isForm && shape !== null) fields[name] = readFieldSet(shape)
  }
  const size = JSON.stringify(fields).length
  invariant(
    size <= maxFields,
    `Cannot use the contract of app/${id} in a form: its fields have ${size} characters as JSON, and at most ${maxFields} are allowed. Use a smaller schema, or accepts: ['json'].`,
  )

  return fields
}
