import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { createProblemResponse } from '../../router/contract/index.ts'
import { refusePress } from '../../router/contract/shared.ts'
import { isActionMethod, isSafeMethod } from '../../internal/http/http.ts'
import { readError } from '../../internal/process/promises.ts'
import { methodNotAllowed, refusal, refusalText } from '../../internal/guards/refusal.ts'
import { isRequestError } from '../../internal/exchange/status-errors.ts'
import { json, text } from '../../http/response/index.ts'
import { isDataWithInit, isInvalid } from '../../http/response/shared.ts'
import type { RouteModule } from '../react/shared.ts'
import { splitData } from './defer-members.ts'
import { checkJson, readRedirect } from './result.ts'
import { readPageInput } from './page-input.ts'
import type { PageRequest } from './page-request.ts'
import { reportError, unexpectedResponse, type Call } from './report.ts'
import { resolveRedirect, startAction, startLoader, unsendable } from './run-handler.ts'

/** Responds to a request for a resource route, with the return value of its loader or action. */
export async function respondWithResource(page: PageRequest): Promise<Response> {
  const index = page.matches.length - 1
  const { loader, action } = page.modules[index]!
  if (loader && isSafeMethod(page.method)) {
    const { call, end } = startLoader(page, index, loader)
    return end(respondWith(page, index, 'loader', call))
  }
  if (action && isActionMethod(page.method)) {
    const { call, end } = startAction(page, index, action)
    return (await end(respondWith(page, index, 'action', call))).result
  }

  const allow = allowedMethods(page.modules[index]!)
  return methodNotAllowed(page.method, page.context.url.pathname, allow)
}

async function respondWith(
  page: PageRequest,
  index: number,
  kind: 'loader' | 'action',
  call: Call,
): Promise<Response> {
  try {
    const read = await readPageInput(page, index, kind)
    if (read.failure) {
      const failure = refusePress(read.failure)
      page.context.observation?.refuse(failure)
      return createProblemResponse(failure)
    }

    if (kind === 'loader') return toResponse(page, index, kind, await call(read.input))
    const result = await catchInvalid(() => call(read.input))
    if (!isInvalid(result)) return toResponse(page, index, kind, result)

    const failure = read.refuse(result)
    page.context.observation?.invalid(failure)
    return createProblemResponse(failure)
  } catch (thrown) {
    return respondWithThrown(page, index, thrown, kind)
  }
}

type Kind = 'loader' | 'action' | 'middleware'

/** Responds to a request for a resource route whose code threw. */
export function respondWithThrown(
  page: PageRequest,
  index: number,
  error: unknown,
  kind: Kind,
): Response {
  const thrown = readError(error)
  try {
    if (isResponse(thrown) || isDataWithInit(thrown)) {
      return toResponse(page, index, kind, thrown)
    }
  } catch {
    // A location that is not allowed is handled like any other error.
  }
  return toFailure(page, thrown, kind)
}

/** Calls `run`, and returns an `invalid()` that it throws. */
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
    splitData(result) // A promise is refused here as well.
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
