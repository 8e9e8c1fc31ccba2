import { isResponse } from '../internal/exchange/is-fetch-object.ts'
import { readQuietly } from '../internal/anonymous-run.ts'
import type { Cause, HandlerResult } from '../fetch-router/shared.ts'
import { observationOf, type HandlerEnding, type Observation } from '../fetch-router/shared.ts'
import type { Verdict } from '../page-protocol/loader-reasons.ts'
import { writesOf } from '../tags/shared.ts'
import { isSafeMethod } from '../internal/http.ts'
import type { Input } from '../contract/shared.ts'
import { isRedirect, type Result } from './result.ts'
import type { PageRequest } from './page-request.ts'

/** Calls a loader or an action with the input of its contract. */
export type Call = (input: Input) => unknown

/**
 * Runs a loader or an action of the route at `index`. Emits its events if the router has observers.
 *
 * @param call Calls the handler
 * @param run Reads the input, passes it to the call that it gets, and returns the result
 * @param reads The tags that a loader reads
 */
export function observeHandler<Value extends Result | Response>(
  page: PageRequest,
  index: number,
  type: 'loader' | 'action',
  call: Call,
  run: (call: Call) => Promise<Value>,
  reads?: readonly string[],
): Promise<Value> {
  const observation = observationOf(page.context)
  return observation === undefined
    ? run(call)
    : runObserved(observation, page, index, type, call, run, reads)
}

async function runObserved<Value extends Result | Response>(
  observation: Observation,
  page: PageRequest,
  index: number,
  type: 'loader' | 'action',
  call: Call,
  run: (call: Call) => Promise<Value>,
  reads: readonly string[] | undefined,
): Promise<Value> {
  const { id: routeId } = page.matches[index]!
  const cause = observation.sentBy?.cause ?? causeOf(page)
  const work = observation.handler({ type, routeId, cause })
  try {
    const result = await run((input) => work.run(() => call(input)))
    work.end({ ...describe(result), ...(reads && { reads }) })
    return result
  } catch (error) {
    work.end({ result: 'error', status: 500 })
    throw error
  }
}

/** Emits what the action of the route at `index` wrote, and what that means for the loaders of the page on show. */
export function observeWrites(
  { context, matches }: PageRequest,
  index: number,
  verdicts?: ReadonlyMap<string, Verdict>,
): void {
  const observation = observationOf(context)
  if (observation === undefined) return

  const written = writesOf(context)
  observation.emit({
    type: 'writes',
    phase: 'once',
    routeId: matches[index]!.id,
    tags: written.isDeclared ? [...written.tags] : undefined,
    verdicts: Array.from(verdicts ?? [], ([id, verdict]) => ({ id, ...verdict })),
  })
}

/** Why the handlers of a page run, as far as a server can tell. */
function causeOf({ context, dataRequest, method }: PageRequest): Cause {
  if (!isSafeMethod(method)) return 'mutation'
  if (isPrefetch(context)) return 'prefetch'
  return dataRequest === undefined ? 'document' : 'navigation'
}

/** Whether the browser loads this before the visitor asks for it. */
export function isPrefetch({ headers }: PageRequest['context']): boolean {
  return /^prefetch\b/.test(readQuietly(headers, 'Sec-Purpose') ?? '')
}

function describe(result: Result | Response): HandlerEnding {
  if (!isResponse(result)) {
    const { type } = result
    return {
      result: type,
      status: result.type === 'redirect' ? result.response.status : result.status,
    }
  }
  const { status } = result
  const kind: HandlerResult = isRedirect(result) ? 'redirect' : status < 500 ? 'data' : 'error'
  return { result: kind, status }
}
