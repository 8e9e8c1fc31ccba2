import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import type { Failure } from '../../router/contract/index.ts'
import { pressedStatus, type Input } from '../../router/contract/shared.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { resolveLocation } from '../page-protocol/resolve-location.ts'
import { routePathnames } from '../page-protocol/resolve-to.ts'
import { type Invalid } from '../../http/response/index.ts'
import { isDataWithInit, isInvalid } from '../../http/response/shared.ts'
import { type ErrorPlace, type InternalContext } from '../../router/fetch-router/shared.ts'
import { readError } from '../../internal/process/promises.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { writesOf } from '../../state/tags/shared.ts'
import { actWithOnce } from './act-once.ts'
import { deferMembers, splitData } from './defer-members.ts'
import { livePagesOf } from './live-pages.ts'
import {
  checkJson,
  isRedirect,
  readRedirect,
  readReturned,
  readThrown,
  refused,
  toRefusal,
  unexpected,
  type ActionRun,
  type DataResult,
  type ErrorResult,
  type Result,
  type RedirectResult,
} from './result.ts'
import { readPageInput } from './page-input.ts'
import { requestFor, type DigestTags, type PageRequest } from './page-request.ts'
import { queryOf, readTags } from './read-tags.ts'
import {
  reportError,
  warnDeveloper,
  watchHandler,
  type Call,
  type WatchedHandler,
} from './report.ts'
import type { Once } from '../../middleware/once/shared.ts'

/** Runs the loader of a match, unless it has run for this request. Returns `undefined` if the route has none. */
export function runLoader(page: PageRequest, index: number): Promise<Result> | undefined {
  const { loader, reads } = page.modules[index]!
  if (!loader) return undefined

  const run = (tags?: readonly string[]): Promise<Result> => {
    const { call, end } = startLoader(page, index, loader, tags)
    return end(runCall(page, index, 'loader', call))
  }
  return (page.started[index] ??= reads ? runDeclared(page, index, run) : run())
}

/** Runs a loader that declares what it reads. */
async function runDeclared(
  page: PageRequest,
  index: number,
  run: (tags: readonly string[] | undefined) => Promise<Result>,
): Promise<Result> {
  let digest: ReturnType<DigestTags> | undefined
  let tags: readonly string[] | undefined
  // The log of writes has to start before the loader reads.
  if (page.isLive) noteWrites(page.context)
  const live = Date.now()
  try {
    tags = await readTags({ ...page, url: page.context.url }, index)
    digest = tags && page.digestTags(page.matches[index]!.id, tags)
    for (const tag of tags ?? []) page.context.run?.tags.add(tag)
  } catch (error) {
    reportError(page, error, 'loader') // Without a digest, the loader runs after every mutation.
  }
  const result = await run(tags)
  if (result.type !== 'data' || !digest) return result

  const query = queryOf(page.modules[index]!)
  return Object.assign(result, { reads: await digest }, query && { query }, page.isLive && { live })
}

/** Starts the log of writes. In a test, notes how many writes are older than the page. */
function noteWrites(context: PageRequest['context']): void {
  const { log } = livePagesOf(context)
  const { facts } = context
  if (facts?.isTest) facts.knownWrites ??= log.count
}

/** Runs the action of a match. Returns `undefined` if the route has none. */
export function runAction(page: PageRequest, index: number): Promise<ActionRun> | undefined {
  const { action } = page.modules[index]!
  if (!action) return undefined

  const { call, end } = startAction(page, index, action)
  return end(runCall(page, index, 'action', call))
}

/** A loader or an action. Only `createArgs()` knows what its arguments are. */
type RouteHandler = (args: object) => unknown

/**
 * Prepares a run of a loader. `call` calls it with its input, and `end` is told of the run.
 *
 * @param tags The tags that it reads
 */
export function startLoader(
  page: PageRequest,
  index: number,
  loader: (args: never) => unknown,
  tags?: readonly string[],
): WatchedHandler {
  const load = loader as RouteHandler
  const call: Call = (input) => load(createArgs(page, index, 'loader', input))
  return watchHandler(page, index, 'loader', call, tags)
}

/** A run of an action. */
interface StartedAction {
  readonly call: Call
  /** Ends the run, after which `writes()` has no effect. Resolves with its result, and whether the action was called. */
  end<Value extends Result | Response>(
    running: Promise<Value>,
  ): Promise<{ result: Value; hasStarted: boolean }>
}

/** Prepares a run of an action. `call` calls it with its input, and `end` is told of the run. */
export function startAction(
  page: PageRequest,
  index: number,
  action: (args: never) => unknown,
): StartedAction {
  const { id } = page.matches[index]!
  const act = action as RouteHandler
  let hasStarted = false
  let hasEnded = false
  const writes = (...tags: string[]): void => {
    if (hasEnded) {
      const message = `Cannot write ${JSON.stringify(tags)}: the action of "${id}" has ended. Call writes() before it returns.`
      return reportError(page, new Error(message), 'action', index)
    }
    const written = writesOf(page.context)
    written.add(`the action of "${id}"`, tags)
    written.declare()
  }
  const watched = watchHandler(page, index, 'action', (input) =>
    actWithOnce(page, index, (once) => {
      hasStarted = true
      return act(createArgs(page, index, 'action', input, { writes, once }))
    }),
  )

  return {
    call: watched.call,
    async end(running) {
      try {
        return { result: await watched.end(running), hasStarted }
      } finally {
        hasEnded = true
      }
    },
  }
}

/** Creates the arguments of a handler. The request is created when it is read, because many loaders only use params. */
function createArgs(
  page: PageRequest,
  index: number,
  kind: 'loader' | 'action',
  input: Input,
  ofAction?: { writes: (...tags: string[]) => void; once: Once },
): object {
  const { context, matches } = page
  const { id, params } = matches[index]!
  proof?.onHandlerStart?.({ kind, route: id, params, input: { ...input } })

  const args = { params, context, input, ...ofAction }
  Object.defineProperty(args, readRequest, { value: () => requestFor(page, kind) })
  return Object.defineProperties(args, lazyMembers)
}

const readRequest = Symbol('readRequest')

/**
 * The members that are found when they are read. All arguments share these two functions. `{ get request() {} }` would
 * create new ones for each call, and V8 would keep what they use, which is the whole request, until the next full garbage
 * collection.
 */
const lazyMembers: PropertyDescriptorMap &
  ThisType<{ readonly context: InternalContext; [readRequest](): Request }> = {
  request: {
    get() {
      return this[readRequest]()
    },
    configurable: true,
    enumerable: true,
  },
  url: {
    get() {
      return this.context.url
    },
    configurable: true,
    enumerable: true,
  },
}

/** Reads a value that was thrown for a route of the page, and reports it if it is unexpected. */
export async function readFailure(
  page: PageRequest,
  index: number,
  cause: unknown,
  where: ErrorPlace,
): Promise<RedirectResult | ErrorResult> {
  const thrown = readError(cause)
  try {
    if (isDataWithInit(thrown)) checkJson(page.build, thrown)
    const result = await readThrown(thrown)
    if (result.type === 'redirect') {
      return { type: 'redirect', response: resolveRedirect(page, index, result.response) }
    }
    if (result.isUnexpected) reportError(page, thrown, where, index)

    return result
  } catch (error) {
    reportError(page, error, where, index)
    // Middleware refused the request. Its status must not depend on whether its body can be read.
    if (where === 'middleware' && isResponse(thrown) && !isRedirect(thrown)) {
      return toRefusal(thrown, null)
    }

    // A location that is not allowed, or a body that cannot be read, is handled like any other error.
    return unexpected(error)
  }
}

/** Resolves the location of a redirect. Throws for a location that is neither a path nor an http(s) URL. */
export function resolveRedirect(page: PageRequest, index: number, response: Response): Response {
  const location = response.headers.get('Location')!
  const resolved = resolveLocation(location, {
    basename: page.build.basename,
    location: page.context.url,
    pathnames: routePathnames(page.matches.slice(0, index + 1)),
  })
  return resolved === location
    ? response
    : editHeaders(response, (headers) => headers.set('Location', resolved))
}

/** Reads the input of a loader or an action, calls it, and reads its return value or its error. */
async function runCall(
  page: PageRequest,
  index: number,
  kind: 'loader' | 'action',
  call: Call,
): Promise<Result> {
  const { id } = page.matches[index]!
  let refuse: ((invalid: Invalid) => Failure) | undefined
  let returned: unknown
  try {
    const reading = readPageInput(page, index, kind)
    const read = reading instanceof Promise ? await reading : reading
    if (read.failure) {
      const isPressed = read.failure.status === pressedStatus
      if (!isPressed) page.context.observation?.refuse(read.failure)
      return refused(read.failure)
    }

    refuse = read.refuse
    returned = await call(read.input)
  } catch (thrown) {
    if (kind !== 'action' || !isInvalid(thrown)) return readFailure(page, index, thrown, kind)
    returned = thrown
  }
  if (kind === 'action' && isInvalid(returned)) {
    const failure = refuse!(returned)
    page.context.observation?.invalid(failure)
    return refused(failure, true)
  }

  try {
    const redirect = readRedirect(returned)
    if (redirect) {
      return { type: 'redirect', response: resolveRedirect(page, index, redirect) }
    }
    const split = splitData(returned)
    const deferring = kind === 'loader' ? split : undefined
    const data = deferring ? deferring.rest : returned
    checkJson(page.build, data)
    const result = readReturned(data, () => {
      warnDeveloper(
        page.build,
        `The ${kind} of "${id}" returned undefined, so the page gets null. Return null instead.`,
      )
    })
    if (deferring) {
      const fail = (thrown: unknown) => readRejection(page, index, thrown)
      deferMembers(page, index, result as DataResult, deferring.members, fail)
    }
    return result instanceof Promise ? await result : result
  } catch (cause) {
    return readFailure(page, index, unsendable(page, index, kind, cause), kind)
  }
}

/** Returns the error for a return value that cannot be sent. */
export function unsendable(
  { matches }: Pick<PageRequest, 'matches'>,
  index: number,
  kind: 'loader' | 'action' | 'middleware',
  cause: unknown,
): TypeError {
  const { message } = cause as Error
  return new TypeError(
    `Cannot send the return value of the ${kind} of "${matches[index]!.id}": ${String(message)}`,
    { cause },
  )
}

/** Reads the error of a deferred value of the route at `index`. */
async function readRejection(
  page: PageRequest,
  index: number,
  thrown: unknown,
): Promise<ErrorResult> {
  const isUnusable = readRedirect(thrown) !== undefined
  const error = isUnusable
    ? new TypeError('Cannot redirect from a deferred value: redirect in the loader')
    : thrown
  return (await readFailure(page, index, error, 'loader')) as ErrorResult
}
