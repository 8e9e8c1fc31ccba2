import { createProblemResponse, type Failure } from '../contract/index.ts'
import {
  allProperties,
  explainMissing,
  pressedStatus,
  readContract,
  readInput,
  refusePress,
  type InputResult,
  type InputSource,
  type Shape,
} from '../contract/shared.ts'
import { invariant } from '../internal/check.ts'
import type { RequestBody } from '../internal/exchange/request-body.ts'
import { isSafeMethod } from '../internal/http.ts'
import { keepShape } from '../internal/keep-shape.ts'
import { parsePairs } from '../internal/parse-pairs.ts'
import { warnOnce } from '../internal/warn-once.ts'
import type { RoutePattern } from '../route-pattern/index.ts'
import type { RouteMethod } from '../routes/index.ts'
import { checkReturns } from './check-returns.ts'
import type { StoredAction, StoredInvalid } from './controller.ts'
import { readForm } from './read-form.ts'
import type { DispatchContext } from './request-context.ts'

/** The options of a router for contracts. They are read for each request. */
export interface InputOptions {
  readonly onInvalid: StoredInvalid | undefined
  readonly checkReturns: boolean
}

/**
 * Wraps the handler of a route in the check of its contract, so that a route without one costs nothing.
 *
 * The router runs the handler after the last middleware has called `next()`: guards come first.
 *
 * @throws {TypeError} If the contract cannot be used for the route
 */
export function prepareInput(
  contract: unknown,
  method: RouteMethod,
  pattern: RoutePattern,
  { handler, invalid }: StoredAction,
  options: InputOptions,
): StoredAction['handler'] {
  const where = `${method} "${pattern}"`
  const read = readContract(contract, where)
  for (const { name, shape } of read.parts) {
    if (name === 'params' && shape !== null) assertParams(shape, pattern, where)
    invariant(name !== 'body' || takesBody(method), bodyRefusal(method, where))
    if (shape === null && (name !== 'body' || read.accepts.includes('form'))) {
      warnOnce(explainMissing(name, where))
    }
  }

  return (context) => {
    // An OPTIONS request, such as a preflight, has no input. A handler for any method would read it nevertheless.
    if (context.method === 'OPTIONS') {
      return method === 'ANY'
        ? new Response(null, { status: 204, headers: { Allow: allMethods } })
        : handler(context)
    }

    const respondTo = ({ input, failure }: InputResult): unknown => {
      context.throwIfAborted()
      if (failure !== undefined) {
        // Only the route's own `invalid` shows the form again.
        const shown = invalid ? failure : refusePress(failure)
        if (shown.status !== pressedStatus) context.observation?.refuse(shown)
        return (invalid ?? options.onInvalid ?? respond)(context, shown)
      }

      context.setInput(input)
      const result = handler(context)
      // A response to HEAD may leave out its body.
      const isChecked = options.checkReturns && read.returns.size > 0 && context.method !== 'HEAD'
      return isChecked ? checkReturns(result, read.returns, where) : result
    }
    return readInput(read, new ContextSource(context, where), respondTo, refusesUnreadable)
  }
}

const allMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

function assertParams({ object }: Shape, pattern: RoutePattern, where: string): void {
  const names = [...(pattern.hostname ?? []), ...pattern.pathname]
    .filter((token) => /^[:*]./.test(token))
    .map((token) => token.slice(1))
  const unknown = object && allProperties(object).find(({ key }) => !names.includes(key))
  if (unknown === undefined) return

  const known = names.length === 0 ? 'no params.' : `"${names.join('", "')}". Use its names.`
  throw new TypeError(
    `Cannot use the param "${unknown.key}" in the contract of ${where}: the pattern has ${known}`,
  )
}

/** The response to a body that cannot be read is a problem document, too. */
const refusesUnreadable = { refusesUnreadable: true }

function takesBody(method: RouteMethod): boolean {
  return !isSafeMethod(method) && method !== 'ANY'
}

function bodyRefusal(method: RouteMethod, where: string): string {
  return method === 'ANY'
    ? `Cannot use a body in the contract of ${where}: a route for any method has requests without one. Use post(), put(), patch() or del().`
    : `Cannot use a body in the contract of ${where}: ${method} requests have none. Use params or search.`
}

function respond(_context: DispatchContext, failure: Failure): Response {
  return createProblemResponse(failure)
}

class ContextSource implements InputSource {
  readonly #context: DispatchContext
  readonly #where: string

  constructor(context: DispatchContext, where: string) {
    this.#context = context
    this.#where = where
  }

  get params(): InputSource['params'] {
    return this.#context.params
  }

  get searchParams(): URLSearchParams {
    return parsePairs(this.#context.url.search.slice(1))
  }

  get contentType(): string | null {
    return this.#context.readHeader('Content-Type')
  }

  text(): Promise<string> {
    return this.#readableBody().text()
  }

  form(multipart: Parameters<InputSource['form']>[0]): ReturnType<InputSource['form']> {
    const parsed = this.#context.getValue(FormData) as FormData | undefined
    return parsed === undefined
      ? readForm(this.#readableBody(), multipart)
      : Promise.resolve(parsed)
  }

  #readableBody(): RequestBody {
    const body = this.#context.requestBody
    body.assertReadable(this.#where)
    return body
  }
}

keepShape(new ContextSource({} as DispatchContext, ''))
