import { debtKey, isDeclared } from './debts.ts'
import { pathOf } from './href.ts'
import type { RouterState } from './router-state.ts'
import { hasPolicy } from './reload-policy.ts'

/** The longest URL that tells the server what the page holds. */
export const MAX_URL = 2000

/**
 * Returns the part of a data URL that tells a mutation which loaders the page on show has run, so that the response says
 * which of them have to run again. It is empty if no route declares what its loader reads.
 *
 * @param path Path and query of the mutation
 */
export function describeHeld({ held, options, snapshot }: RouterState, path: string): string {
  const { loaderData, location, matches } = snapshot
  if (!isDeclared(held)) return ''

  const have = matches
    .filter(({ id }) => Object.hasOwn(loaderData, id))
    .map((match) => {
      const { reads } = held.get(debtKey(match)) ?? {}
      const mark = hasPolicy(options.modules.get(match.id)) ? '!' : ''
      return `${encodeId(match.id)}${reads ? `~${reads}` : ''}${mark}`
    })
  const shown = pathOf(location)
  return `${shown === path ? '' : `;at=${encodeURIComponent(shown)}`};have=${have.join()}`
}

// These two characters separate the parts of an entry.
function encodeId(id: string): string {
  return encodeURIComponent(id).replace(/[~!]/g, (mark) => (mark === '!' ? '%21' : '%7E'))
}
