import { isSafeMethod } from '../../../internal/is-safe-method.ts'
import type { Planned } from '../plan-one.ts'
import type { Sent } from '../sender.ts'
import type { Target } from '../target.ts'
import { isRefused, type Check } from './check.ts'

/** Statuses that say nothing about what is behind a guard. */
const silent: readonly number[] = [308, 400, 404, 405, 413, 414, 415]

/** If a visitor is refused, every other way to write the same request is refused too. */
export const guard: Check = {
  name: 'guard',
  title: 'A guard must refuse every way to write a request',
  advice:
    'Put guards into the middleware of the route. Do not compare methods and paths in them, and do not believe what a client can write itself.',
  limit: 3,

  judge({ target, planned, sent, baseline }) {
    if (baseline === undefined || !isRefused(target, baseline.attack, baseline.sent))
      return undefined
    if (planned.isForeign || !isSameMethod(target, planned)) return undefined
    // A page may redirect for its own reasons, such as a missing query. Then only the same input must be redirected.
    const isRedirect = baseline.sent.location !== undefined && isSafeMethod(target.method)
    if (isRedirect && !planned.keepsInput) return undefined
    if (silent.includes(sent.status) || isRefused(target, planned.attack, sent)) return undefined
    // A request that only reads is never stopped before its handler, so its error is that of the app: see `crash`.
    if (sent.status >= 500 && isSafeMethod(planned.attack.method)) return undefined
    // Another spelling may be another route, which is not guarded.
    const routes = sent.starts.filter(({ kind }) => kind === 'route' || kind === 'page')
    if (routes.length > 0 && !routes.some(({ route }) => route === target.route)) return undefined

    return {
      says: `got a ${sent.status}, although the plain request gets ${refusalOf(baseline.sent)}`,
      cause: planned.attack.path === baseline.attack.path ? undefined : otherPath,
    }
  },
}

/** All spellings that get around a guard have one cause. */
export const otherPath = 'another spelling of the path'

/** How a visitor was refused, in words. */
export function refusalOf({ status, location }: Sent): string {
  return location === undefined ? `a ${status}` : `a redirect to ${location || 'another page'}`
}

function isSameMethod({ method }: Target, { attack }: Planned): boolean {
  if (attack.method === method) return true
  const isHead = method === 'GET' && attack.method === 'HEAD'
  const { body } = attack
  return isHead || (body?.kind === 'urlencoded' && body.pairs.includes(`_method=${method}`))
}
