import { isResponse } from '../internal/exchange/is-fetch-object.ts'
import { createProblemResponse } from '../contract/index.ts'
import { refusePress } from '../contract/shared.ts'
import { observationOf } from '../fetch-router/shared.ts'
import { isSafeMethod } from '../internal/http.ts'
import { methodNotAllowed, refusal, refusalText } from '../internal/refusal.ts'
import { isRequestError } from '../internal/exchange/request-error.ts'
import { json, text } from '../response/index.ts'
import { isDataWithInit, isInvalid } from '../response/shared.ts'
import type { RouteModule } from '../react/shared.ts'
import { actWithOnce } from './action-once.ts'
import { createActionWrites } from './action-writes.ts'
import { checkJson } from './check-json.ts'
import { splitData } from './defer-members.ts'
import { observeHandler } from './observe-page.ts'
import { readRedirect } from './result.ts'
import { readPageInput } from './page-input.ts'
import type { PageRequest } from './page-request.ts'
import { reportError, unexpectedResponse } from './report.ts'
import { handlerArgs, resolveRedirect, unsendable } from './run-handler.ts'

/** Responds to a request for a resource route, with the return value of its loader or action. */
export async function respondWithResource(page: PageRequest): Promise<Response> {
  const index = page.matches.length - 1
  const { loader, action } = page.modules[index]!
  const isLoad = isSafeMethod(page.method)
  const isAction = /^(?:POST|PUT|PATCH|DELETE)$/.test(page.method)
  const handler = isLoad ? loader : isAction ? action : undefined
  if (!handler) {
    const allow = allowedMethods(page.modules[index]!)
    return methodNotAllowed(page.method, page.context.url.pathname, allow)
  }

  const kind = isLoad ? 'loader' : 'action'
  return observeHandler(page, index, kind, handler, (run) => respondWith(page, index, kind, run))
}

async function respondWith(
  page: PageRequest,
  index: number,
  kind: 'loader' | 'action',
  handler: (args: never) => unknown,
): Promise<Response> {
  const getRequest = kind === 'loader' ? page.loaderRequest : page.actionRequest
  const { end, writes } = createActionWrites(page, index)
  try {
    const read = await readPageInput(page, index, kind, getRequest)
    if (read.failure) {
      const failure = refusePress(read.failure)
      observationOf(page.context)?.refuse(failure)
      return createProblemResponse(failure)
    }

    const args = handlerArgs(page, index, getRequest, read.input)
    if (kind === 'loader') return toResponse(page, index, kind, await handler(args as never))
    const result = await catchInvalid(() =>
      actWithOnce(page, index, handler, Object.assign(args, { writes })),
    )
    if (!isInvalid(result)) return toResponse(page, index, kind, result)

    const failure = read.refuse(result)
    observationOf(page.context)?.invalid(failure)
    return createProblemResponse(failure)
  } catch (thrown) {
    return respondWithThrown(page, index, thrown, kind)
  } finally {
    end()
  }
}

/** What runs for a resource route. */
type Kind = 'loader' | 'action' | 'middleware'

/** Responds to a request for a resource route with what was thrown. */
export function respondWithThrown(
  page: PageRequest,
  index: number,
  thrown: unknown,
  kind: Kind,
): Response {
  try {
    if (isResponse(thrown) || isDataWithInit(thrown)) {
      return toResponse(page, index, kind, thrown)
    }
  } catch {
    // A location that is not allowed is handled like any other error.
  }
  return toFailure(page, thrown, kind)
}

/** Makes a thrown `invalid()` the result. */
async function catchInvalid(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (thrown) {
    if (isInvalid(thrown)) return thrown
    throw thrown
  }
}

/** Returns the methods of a route for the `Allow` header. */
function allowedMethods({ loader, action }: RouteModule): string {
  return [loader && 'GET, HEAD', action && 'POST, PUT, PATCH, DELETE'].filter(Boolean).join(', ')
}

function toResponse(page: PageRequest, index: number, kind: Kind, result: unknown): Response {
  const redirect = readRedirect(result)
  if (redirect) return resolveRedirect(page, index, redirect)
  if (isResponse(result)) return result
  try {
    splitData(result) // A promise is an error here too.
    checkJson(page.build, result)
    if (isDataWithInit(result)) return json(result.data, result.init)

    return typeof result === 'string' ? text(result) : json(result)
  } catch (cause) {
    throw unsendable(page, index, kind, cause)
  }
}

function toFailure(page: PageRequest, thrown: unknown, where: Kind): Response {
  if (isRequestError(thrown)) return refusal(thrown.status, refusalText(thrown))

  reportError(page, thrown, where)
  return unexpectedResponse(page.build, thrown)
}
