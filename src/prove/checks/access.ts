import { isSafeMethod } from '../../internal/http.ts'
import type { Planned } from '../draft-plan.ts'
import { isRefused, nameOf, refusalOf, type Check } from './check.ts'

/** Statuses that say nothing about what is behind a guard. */
const silent: readonly number[] = [308, 400, 404, 405, 413, 414, 415]

export const guard: Check = {
  name: 'guard',
  title: 'A guard must refuse every way to write a request',
  advice:
    'Put guards into the middleware of the route. Do not compare methods and paths in them, and do not believe what a client can write itself.',
  limit: 3,

  judge({ planned, sent, baseline }) {
    const { target } = planned
    if (baseline === undefined || !isRefused(baseline.planned, baseline.sent)) return undefined
    if (planned.isForeign || !isSameMethod(planned)) return undefined
    // A page may redirect for its own reasons, such as a missing query. Then only the same input must be redirected.
    const isRedirect = baseline.sent.location !== undefined && isSafeMethod(target.method)
    if (isRedirect && !planned.keepsInput) return undefined
    if (silent.includes(sent.status) || isRefused(planned, sent)) return undefined
    // A request that only reads is never stopped before its handler, so its error is that of the app: see `crash`.
    if (sent.status >= 500 && isSafeMethod(planned.attack.method)) return undefined
    // Another spelling may be another route, which is not guarded.
    const routes = sent.starts.filter(({ kind }) => kind === 'route' || kind === 'page')
    if (routes.length > 0 && !routes.some(({ route }) => route === target.route)) return undefined

    return {
      says: `got a ${sent.status}, although the plain request gets ${refusalOf(baseline.sent)}`,
      cause: planned.attack.path === baseline.planned.attack.path ? undefined : otherPath,
    }
  },
}

/** All spellings that get around a guard have one cause. */
export const otherPath = 'another spelling of the path'

function isSameMethod({ target: { method }, attack }: Planned): boolean {
  if (attack.method === method) return true
  const isHead = method === 'GET' && attack.method === 'HEAD'
  const { body } = attack
  return isHead || (body?.kind === 'urlencoded' && body.pairs.includes(`_method=${method}`))
}

export const origin: Check = {
  name: 'origin',
  title: 'A form of another site must be refused before its content is looked at',
  advice:
    "Put cop() first in the middleware of the router. If no browser uses the route, add accepts: ['json'] to its contract.",

  judge({ planned, sent }) {
    const { contract } = planned.target
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
