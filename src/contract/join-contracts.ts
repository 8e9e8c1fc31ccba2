import { invariant } from '../internal/invariant.ts'
import type { Contract } from './contract.ts'

/**
 * Joins the contract of a route module with that of its route in the page tree.
 *
 * @param own What the module exports
 * @param id The id of the route, which is its file without the extension
 * @returns A contract that is not checked yet
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
