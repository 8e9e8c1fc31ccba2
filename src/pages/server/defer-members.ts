import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { whenResponded } from '../../router/fetch-router/shared.ts'
import { hasBody, knownBody } from '../../internal/exchange/known-body.ts'
import { isThenable } from '../../internal/process/promises.ts'
import { findPromise } from '../../internal/text/stringify.ts'
import { invariant, isPlainObject } from '../../internal/guards/check.ts'
import { serializeError } from '../page-protocol/errors.ts'
import { DataWithInit, type Later } from '../../http/response/index.ts'
import { isDataWithInit, isLater, stringifyJson } from '../../http/response/shared.ts'
import type { PageRequest } from './page-request.ts'
import { sanitizeError } from './report.ts'
import { checkJson, copyJson, type DataResult, type ErrorResult } from './result.ts'
import { writeLine } from './write-wire.ts'

/** How many values the loaders of one page can defer. */
const maxValues = 64

/** The return value of a loader in two parts: the data that is sent at once, and the members that come later. */
interface SplitData {
  readonly rest: unknown
  readonly members: readonly [name: string, later: Later<unknown>][]
}

/**
 * Splits the return value of a loader into data and deferred members. Returns `undefined` if it has no deferred members.
 *
 * @throws {TypeError} If a member is a promise
 */
export function splitData(returned: unknown): SplitData | undefined {
  const isWrapped = isDataWithInit(returned)
  const source: unknown = isWrapped ? returned.data : returned
  const members = isPlainObject(source) ? membersOf(source) : undefined
  if (members === undefined) return undefined

  const names = new Set(members.map(([name]) => name))
  const rest = Object.fromEntries(
    Object.entries(source as object).filter(([name]) => !names.has(name)),
  )
  return { rest: isWrapped ? new DataWithInit(rest, returned.init) : rest, members }
}

function membersOf(source: Record<string, unknown>): SplitData['members'] | undefined {
  let members: [string, Later<unknown>][] | undefined
  let promise: string | undefined
  for (const name of Object.keys(source)) {
    const member = source[name]
    if (typeof member !== 'object' || member === null) continue
    if (isThenable(member)) promise ??= name
    else if (isLater(member)) (members ??= []).push([name, member])
  }
  if (promise === undefined) return members

  // Each promise in the data may reject, which must not end the process.
  findPromise(Object.values(source).filter((member) => !isLater(member)))
  throw new TypeError(`"${promise}" is a promise. Await it, or write later(() => …)`)
}

/**
 * Starts the deferred members of a loader's data, and puts their promises into the data of the page. For HEAD nothing
 * starts.
 *
 * @param readThrown Reads and reports the error of a value
 * @throws {TypeError} If the page would have too many deferred values
 */
export function deferMembers(
  page: PageRequest,
  index: number,
  result: DataResult,
  members: SplitData['members'],
  readThrown: (thrown: unknown) => Promise<ErrorResult>,
): void {
  const { build, context, deferred, matches, method } = page
  invariant(
    deferred.all.length + members.length <= maxValues,
    `the page defers more than ${maxValues} values. Await some of them`,
  )
  // Setting this name would change the prototype of the data.
  invariant(!members.some(([name]) => name === '__proto__'), '"__proto__" cannot be deferred')

  if (deferred.all.length === 0 && method !== 'HEAD') void dropUnsent(page)
  const { id: routeId } = matches[index]!
  const observation = context.observation
  const startedAt = observation && performance.now()
  const promises = members.map(([name, later]) => {
    const value = deferred.add({
      routeId,
      index,
      name,
      write(value) {
        const { json, value: copy } = copyValue(page, name, value)
        return { line: writeLine(routeId, name, 'data', json), value: copy }
      },
      readThrown,
      writeError: (error) => ({
        line: writeLine(
          routeId,
          name,
          'error',
          JSON.stringify(serializeError(error, build.dev !== undefined)),
        ),
        reason: sanitizeError(build, error),
      }),
      onSettled(result) {
        // A stored page would show the failed part to every visitor.
        if (result === 'error') context.run?.notice('failed in part')
        if (startedAt === undefined) return
        const duration = performance.now() - startedAt
        const key = name
        observation!.emit({ type: 'deferred', phase: 'end', routeId, key, result, duration })
      },
    })
    if (method !== 'HEAD') deferred.start(value, later, context.request.signal)
    return [name, value.promise] as const
  })
  result.value = { ...(result.value as object), ...Object.fromEntries(promises) }
}

function copyValue(
  { build }: PageRequest,
  name: string,
  value: unknown,
): { json: string; value: unknown } {
  try {
    invariant(!isResponse(value) && !isDataWithInit(value), 'it is a response. Return its data')
    checkJson(build, value)
    const json = stringifyJson(value)
    return { json, value: copyJson(value) ?? JSON.parse(json) }
  } catch (cause) {
    throw new TypeError(`Cannot send the deferred value "${name}": ${(cause as Error).message}`, {
      cause,
    })
  }
}

/**
 * Drops the deferred values of a page if middleware replaces its response and does not read it. Otherwise they would run
 * until they settle or time out.
 *
 * Called when the first value starts. If the router has responded before the page has, middleware uses the response of the
 * page in the background, so nothing is dropped.
 */
async function dropUnsent({ context, deferred }: PageRequest): Promise<void> {
  const responded = whenResponded(context)
  if (!responded) return

  const sent = await responded
  const { body } = deferred
  if (!body || body.stream.locked || (sent && mayRead(sent))) return

  // Middleware may still start to read it.
  await new Promise((resolve) => setTimeout(resolve))
  if (body.stream.locked || !deferred.isPending) return
  body.fail(
    new Error(
      'Cannot read the response of a page after another response was sent. Read it before, or send it.',
    ),
  )
}

/**
 * Whether the body of a page may be read while `sent` is sent. A stream of the app may begin to read it at any time, and a
 * native response does not tell what it was created from.
 */
function mayRead(sent: Response): boolean {
  return knownBody(sent) === null && hasBody(sent)
}
