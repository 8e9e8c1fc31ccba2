import type { Fields } from '../../internal/forms/fields.ts'
import { invariant } from '../../internal/guards/check.ts'
import { askMessages, whenAll } from './ask-messages.ts'
import { readFieldSet } from './constraints.ts'
import type { Contract, ContractPart, ReadContract } from './contract.ts'

/** The most characters of a page's fields as JSON. They are part of every document of the page. */
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
export function readFields(contract: ReadContract, id: string): Fields {
  const fields = Object.fromEntries(
    formParts(contract).map((part) => [part.name, readFieldSet(part.shape!, part.name === 'body')]),
  )
  const size = sizeOf(fields)
  invariant(
    size <= maxFields,
    `Cannot use the contract of app/${id} in a form: its fields have ${size} characters as JSON, and at most ${maxFields} are allowed. Use a smaller schema, or accepts: ['json'].`,
  )

  return fields
}

/** Adds the messages of the schemas to fields, if there is room. It is synchronous if the schemas are. */
export function readMessages(contract: ReadContract, fields: Fields): Fields | Promise<Fields> {
  const parts = formParts(contract)
  const sets = parts.map((part) => askMessages(part, fields[part.name as keyof Fields]!))

  return whenAll(sets, (asked) => {
    const all = Object.fromEntries(parts.map(({ name }, index) => [name, asked[index]!]))
    return sizeOf(all) <= maxFields ? all : fields
  })
}

/** The parts that a form of the page may send. */
function formParts({ accepts, parts }: ReadContract): ContractPart[] {
  return parts.filter(
    ({ name, shape }) =>
      shape !== null && (name === 'search' || (name === 'body' && accepts.includes('form'))),
  )
}

function sizeOf(fields: Fields): number {
  return JSON.stringify(fields).length
}
