import type { Check } from './check.ts'
import { nameOf } from './input.ts'

/** A form of another site is refused before its content is looked at. */
export const origin: Check = {
  name: 'origin',
  title: 'A form of another site must be refused before its content is looked at',
  advice:
    "Put cop() first in the middleware of the router. If no browser uses the route, add accepts: ['json'] to its contract.",

  judge({ target, planned, sent }) {
    const { contract } = target
    const takesForm =
      contract?.parts.some(({ name }) => name === 'body') && contract.accepts.includes('form')
    const { headers } = planned.attack
    // Without these headers, nothing says where it comes from.
    const isForeign = headers.some(([name]) => name === 'Origin' || name === 'Sec-Fetch-Site')
    if (!planned.isForeign || !isForeign || !takesForm) return undefined
    const [start] = sent.starts
    if (sent.status !== 422 && start === undefined) return undefined

    const reached = start === undefined ? '' : ` and reached ${nameOf(start)}`
    return { says: `got a ${sent.status}${reached}, before its origin was checked` }
  },
}
