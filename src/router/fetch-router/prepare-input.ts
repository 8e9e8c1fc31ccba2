import { createProblemResponse, type Failure, type Schema } from '../contract/index.ts'
import {
  allProperties,
  explainMissing,
  pressedStatus,
  readContract,
  readInput,
  refusePress,
  validate,
  type InputResult,
  type InputSource,
  type Shape,
} from '../contract/shared.ts'
import { invariant } from '../../internal/guards/check.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import type { RequestBody } from '../../internal/exchange/request-body.ts'
import { turnOnChecks } from '../../internal/process/global-keys.ts'
import { RequestMethods, takesBody } from '../../internal/http/http.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { parsePairs } from '../../internal/text/parse-pairs.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import type { RoutePattern } from '../route-pattern/index.ts'
import type { RouteMethod } from '../routes/index.ts'
import type { StoredAction, StoredInvalid } from './controller.ts'
import { translateFailure } from './messages.ts'
import { readForm } from './adopt-request.ts'
import type { InternalContext } from './request-context.ts'

/** The options of a router for contracts. They are read for each request. */
export interface InputOptions {
  readonly onInvalid: StoredInvalid | undefined
  readonly checkReturns: boolean
}

/**
 * Wraps the handler of a route in the check of its contract, so that a route without one costs nothing.
 *
 * The router runs the handler after the last middleware has called `next()`, so guards come first.
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
    // An OPTIONS request, such as a preflight, has no input. A handler for any method could try to read it.
    if (context.method === 'OPTIONS') {
      return method === 'ANY'
        ? new Response(null, { status: 204, headers: { Allow: allMethods } })
        : handler(context)
    }

    const respondTo = ({ input, failure }: InputResult): unknown => {
      context.throwIfAborted()
      if (failure !== undefined) {
        // Only the route's own `invalid` shows the form again.
        const shown = translateFailure(context, invalid ? failure : refusePress(failure))
        if (shown.status !== pressedStatus) context.observation?.refuse(shown)
        return (invalid ?? options.onInvalid ?? respond)(context, shown)
      }

      context.setInput(input)
      const result = handler(context)
      // A response to HEAD may leave out its body.
      const isChecked = options.checkReturns && read.returns.size > 0 && context.method !== 'HEAD'
      return isChecked ? checkReturns(result, read.returns, where) : result
    }
    const result = readInput(read, new ContextSource(context, where), refusesUnreadable)
    return result instanceof Promise ? result.then(respondTo) : respondTo(result)
  }
}

const allMethods = RequestMethods.join(', ')

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

/** If a body cannot be read, the response is a problem document, too. */
const refusesUnreadable = { refusesUnreadable: true }

function bodyRefusal(method: RouteMethod, where: string): string {
  return method === 'ANY'
    ? `Cannot use a body in the contract of ${where}: a route for any method has requests without one. Use post(), put(), patch(), del() or query().`
    : `Cannot use a body in the contract of ${where}: ${method} requests have none. Use params or search.`
}

function respond(_context: InternalContext, failure: Failure): Response {
  return createProblemResponse(failure)
}

class ContextSource implements InputSource {
  readonly #context: InternalContext
  readonly #where: string

  constructor(context: InternalContext, where: string) {
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

keepShape(new ContextSource({} as InternalContext, ''))

/** Makes routers check their responses, unless the app sets `checkReturns`. */
export function checkReturnsByDefault(router: object): void {
  ;(router as { [turnOnChecks]?: () => void })[turnOnChecks]?.()
}

/**
 * Checks a response against the schema of its status. The schema has to declare everything that the response sends, because
 * a typed client believes the schema.
 *
 * @returns The response
 * @throws {Error} If the response does not fit, which is a mistake of the handler
 */
export async function checkReturns(
  result: unknown,
  returns: ReadonlyMap<number, Schema>,
  where: string,
): Promise<unknown> {
  const response = await result
  if (!isResponse(response) || isOfProtocol(response)) return response

  const { status } = response
  const what = `Cannot send the response of ${where} with status ${status}`
  const schema = returns.get(status)
  if (schema === undefined) {
    const declared = Array.from(returns.keys()).join(', ')
    throw new Error(
      `${what}: \`returns\` has no schema for this status. It has ${declared}. Add the status to it.`,
    )
  }

  const sent = await readJson(response.clone(), what)
  const checked = await validate(schema, sent, `schema for status ${status} of ${where}`)
  const list = checked.issues
    ? checked.issues.map(({ message, path = [] }) => {
        const keys = path.map((key) => String(typeof key === 'object' ? key.key : key))
        return `${keys.join('.') || 'the value'}: ${message}`
      })
    : listDifferences(sent, toJson(checked.value), '')
  if (list.length === 0) return response

  throw new Error(
    `${what}: it does not fit the schema in \`returns\`. ${list.slice(0, 10).join('; ')}. Return a value that fits, or change the contract.`,
  )
}

/** Whether any route may send this response: it says that nothing has changed, or that the request is wrong. */
function isOfProtocol({ headers, status }: Response): boolean {
  return status === 304 || headers.get('Content-Type') === 'application/problem+json'
}

/** The value that a client would get from JSON. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}

/** Lists the places at which a value has another shape than the output of its schema. */
function listDifferences(sent: unknown, declared: unknown, path: string): string[] {
  const name = path || 'the value'
  if (sent === undefined) return declared === undefined ? [] : [`${name}: it is missing`]
  if (declared === undefined) return [`${name}: it is not declared`]
  if (kindOf(sent) !== kindOf(declared)) {
    return [`${name}: it is ${kindOf(sent)}, and the schema turns it into ${kindOf(declared)}`]
  }
  if (typeof sent !== 'object' || sent === null) return []

  const own = sent as Record<string, unknown>
  const others = declared as Record<string, unknown>
  return Array.from(new Set([...Object.keys(own), ...Object.keys(others)])).flatMap((key) =>
    listDifferences(own[key], others[key], path === '' ? key : `${path}.${key}`),
  )
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}

/** Reads the JSON of a response. An empty body is `undefined`, as for requests: a schema for status 204 can say so. */
async function readJson(response: Response, what: string): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch (cause) {
    throw new Error(
      `${what}: its body is not JSON, and \`returns\` has a schema for it. Return json(…), or remove the schema.`,
      { cause },
    )
  }
}
