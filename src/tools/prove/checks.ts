import { isSafeMethod } from '../../internal/http/http.ts'
import type { Attack } from './attack.ts'
import { isRefused, nameOf, refusalOf, type Check, type Exchange, type Finding } from './check.ts'
import { input, returns } from './contract-checks.ts'
import { cookie, cors, host, markup, redirect, sharedCache, stack } from './leak-checks.ts'
import type { Planned } from './planned.ts'
import { maxWait } from './sender.ts'

export const crash: Check = {
  name: 'crash',
  title: 'The app must not crash',
  advice: 'Find what throws. If the client is wrong, respond with a 4xx.',
  limit: 3,

  judge({ sent }) {
    const { status, isCutOff, hasUnhandled, milliseconds } = sent
    const seconds = maxWait / 1_000
    const cause = placeOf(sent.errors.at(-1))
    if (status === 0) return { says: `got no response within ${seconds} s`, isTimed: true }
    if (status >= 500) return { says: `got a ${status}`, cause }
    if (isCutOff) return { says: `got a ${status} whose body ends with an error` }
    if (hasUnhandled) {
      return { says: `got a ${status}, and left a rejected promise unhandled`, cause }
    }
    return milliseconds > maxWait
      ? { says: `got its response after more than ${seconds} s`, isTimed: true }
      : undefined
  },
}

/** Where an error was thrown, and its message. Quoted parts and numbers are left out, because they may come from the request. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const place = /\n\s+at .*/.exec(error.stack ?? '')?.[0] ?? ''
  return error.message.replace(/(["'`]).*\1|\d+/gs, '') + place
}

/** Statuses that say nothing about what is behind a guard. */
const silent: readonly number[] = [308, 400, 404, 405, 413, 414, 415]

const guard: Check = {
  name: 'guard',
  title: 'A guard must refuse every way to write a request',
  advice:
    'Put guards into the middleware of the route. Do not compare methods and paths in them, and do not believe what a client can write itself.',
  limit: 3,

  judge({ planned, sent, baseline }) {
    const { target, attack } = planned
    if (baseline === undefined || !isRefused(baseline.planned, baseline.sent)) return undefined
    if (planned.isForeign || planned.isOtherPage || !isSameMethod(planned)) return undefined
    // A page may redirect for its own reasons, such as a missing query. Then only the same input must be redirected.
    const isRedirect = baseline.sent.location !== undefined && isSafeMethod(target.method)
    if (isRedirect && !planned.keepsInput) return undefined
    if (silent.includes(sent.status) || isRefused(planned, sent)) return undefined
    // The error is that of the app: see `crash`.
    if (sent.status >= 500 && !sent.isStopped) return undefined
    // Another spelling may be another route, which is not guarded.
    const routes = sent.starts.filter(({ kind }) => kind === 'route' || kind === 'page')
    if (routes.length > 0 && !routes.some(({ route }) => route === target.route)) return undefined

    const got = sent.isStopped ? 'reached its handler' : `got a ${sent.status}`
    return {
      says: `${got}, although the plain request gets ${refusalOf(baseline.sent)}`,
      cause: causeOf(attack, baseline.planned.attack),
    }
  },
}

/** All spellings of a path that get around a guard have one cause, and so have all requests with another method. */
function causeOf(attack: Attack, plain: Attack): string | undefined {
  if (attack.path !== plain.path) return 'another path'
  return attack.method === plain.method ? undefined : 'another method'
}

function isSameMethod({ target: { method }, attack }: Planned): boolean {
  if (attack.method === method) return true
  const isHead = method === 'GET' && attack.method === 'HEAD'
  return isHead || `${attack.body as string}`.endsWith(`_method=${method}`)
}

const origin: Check = {
  name: 'origin',
  title: 'A form of another site must be refused before its content is looked at',
  advice:
    "Put cop() first in the middleware of the router. If no browser uses the route, add accepts: ['json'] to its contract.",

  judge({ planned, sent }) {
    const { contract } = planned.target
    const takesForm =
      contract?.parts.some(({ name }) => name === 'body') && contract.accepts.includes('form')
    if (!planned.isForeign || !takesForm) return undefined
    const [start] = sent.starts
    if (sent.status !== 422 && start === undefined) return undefined

    const got = sent.isStopped ? '' : `got a ${sent.status}`
    const reached = start === undefined ? '' : `reached ${nameOf(start)}`
    const says = [got, reached].filter(Boolean).join(' and ')
    return { says: `${says}, before its origin was checked` }
  },
}

/** Everything that must hold for each request. */
export const checks: readonly Check[] = [
  crash,
  input,
  origin,
  guard,
  markup,
  redirect,
  cookie,
  sharedCache,
  cors,
  stack,
  host,
  returns,
]

/** If `framework prove` stopped a request, its response is not that of the app. */
const checksOfStopped: readonly Check[] = [input, origin, guard]

/** A rule that a request has broken. */
export interface Broken extends Finding {
  readonly rule: Check
}

/** Finds the rules that a request has broken. */
export async function judge(exchange: Exchange): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const rule of exchange.sent.isStopped ? checksOfStopped : checks) {
    const finding = await rule.judge(exchange)
    if (finding !== undefined) broken.push({ ...finding, rule })
  }
  return broken
}
