import type { Failure } from '../contract/index.ts'
import { readQuietly } from '../../internal/exchange/anonymous-run.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { isRequestError, isUnavailableError } from '../../internal/exchange/status-errors.ts'
import { isSpent } from '../../internal/exchange/known-body.ts'
import { callAside, isThenable } from '../../internal/process/promises.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { clientClosed } from '../../internal/http/reason-phrase.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import type { StartedWork } from './start-run.ts'
import type { MatchedRoute } from './context-types.ts'
import type { Middleware } from './middleware.ts'
import type {
  ErrorPlace,
  HandlerEnd,
  HandlerStart,
  MiddlewareLevel,
  Observer,
  RenderEnd,
  RenderShell,
  RenderStart,
  RequestEnd,
  RequestStart,
  ServerEvent,
  SessionCommit,
  SessionRead,
  WorkEvent,
} from './observer.ts'
import { watchBody } from './watch-body.ts'

/** The part of a context that an observation reads. */
interface Observed {
  readonly method: string
  readonly currentHref: string
  readonly isAborted: boolean
  readonly facts: RequestFacts | undefined
  readonly headers: Headers
  readHeader(name: string): string | null
}

/** An event without the fields that the observation adds. */
type Fields<Event> = Event extends unknown ? Omit<Event, 'id' | 'parent'> : never

/** The fields that the end of a handler adds to its start. */
export type HandlerEnding = Pick<HandlerEnd, 'result' | 'status' | 'reads'>

let lastId = 0

/** The observers of a router, sorted by their functions. A request keeps the object that it started with. */
export class Observers {
  readonly all: readonly Observer[]
  readonly listeners: readonly Observer[]
  readonly runners: readonly Observer[]
  readonly writers: readonly Observer[]
  readonly hasMiddleware: boolean

  constructor(all: readonly Observer[]) {
    this.all = all
    this.listeners = all.filter(({ event }) => event !== undefined)
    this.runners = all.filter(({ run }) => run !== undefined)
    this.writers = all.filter(({ response }) => response !== undefined)
    this.hasMiddleware = all.some(({ middleware }) => middleware === true)
  }
}

/** `header` is a method of the class, so a copy of the event and its JSON do not have it. */
class Start implements RequestStart {
  readonly type = 'request'
  readonly phase = 'start'
  readonly id: number
  readonly parent: number | undefined
  readonly method: string
  readonly url: string
  readonly #context: Observed

  constructor(id: number, parent: number | undefined, context: Observed) {
    this.id = id
    this.parent = parent
    this.method = context.method
    this.url = context.currentHref
    this.#context = context
  }

  header(name: string): string | null {
    // Reading for an observer does not make a response personal.
    return this.#context.facts?.run === undefined
      ? this.#context.readHeader(name)
      : readQuietly(this.#context.headers, name)
  }
}

/** The events of one request. Only requests of a router with observers have one. */
export class Observation {
  /** The id of the request's events. */
  readonly id: number = ++lastId
  /** The request that sent this one from inside the process. */
  readonly sentBy: RequestFacts['sentBy']
  readonly #observers: Observers
  readonly #context: Observed
  readonly #start: RequestStart
  readonly #startedAt: number = performance.now()
  #input: RequestEnd['input']

  constructor(observers: Observers, context: Observed) {
    this.#observers = observers
    this.#context = context
    this.sentBy = context.facts?.sentBy
    this.#start = new Start(this.id, this.sentBy?.id, context)
  }

  /** Runs the whole request, and emits its start and its end. */
  request(call: () => Response | Promise<Response>): Response | Promise<Response> {
    this.#emit(this.#start)
    try {
      const response = this.#run(this.#start, call)
      if (!(response instanceof Promise)) return this.#finish(response)
      return response.then(
        (settled) => this.#finish(settled),
        (error: unknown) => {
          this.#fail(error)
          throw error
        },
      )
    } catch (error) {
      this.#fail(error)
      throw error
    }
  }

  /** Ends the request when the body of its response ends. */
  #finish(response: Response): Response | Promise<Response> {
    return watchBody(this.#context, this.#addHeaders(response), (end) => {
      if (end.error !== undefined) this.error(end.error, 'router')
      this.#end(end.status, end.result, end.bytes)
    })
  }

  /** Emits an event that the request caused. */
  emit(fields: Fields<ServerEvent>): void {
    this.#emit({ ...fields, id: ++lastId, parent: this.id } as ServerEvent)
  }

  /** Emits the route, once it is known. */
  route(route: MatchedRoute | undefined, params: readonly string[]): void {
    if (route === undefined) return

    this.#emit({
      type: 'route',
      phase: 'once',
      id: ++lastId,
      parent: this.id,
      pattern: route.pattern,
      kind: route.kind,
      routeId: route.id,
      params,
    })
  }

  /** Emits an error that is not the client's mistake. */
  error(error: unknown, where: ErrorPlace, routeId?: string): void {
    this.emit({
      type: 'error',
      phase: 'once',
      error,
      where,
      ...(routeId !== undefined && { routeId }),
    })
  }

  /** Emits a step of the session, with the time since `startedAt`. */
  session(
    fields:
      | Pick<SessionRead, 'phase' | 'isNew'>
      | Omit<SessionCommit, 'type' | 'id' | 'parent' | 'duration'>,
    startedAt: number,
  ): void {
    const duration = performance.now() - startedAt
    this.emit({ type: 'session', ...fields, duration } as Fields<SessionRead | SessionCommit>)
  }

  /** Emits why the input did not fit its contract. Remembers the part, for the end of the request. */
  refuse(failure: Failure): void {
    this.#input = failure.errors[0]?.in
    this.invalid(failure)
  }

  /** Emits why input was refused, without the values that were sent. */
  invalid({ errors }: Failure): void {
    this.emit({
      type: 'input',
      phase: 'once',
      errors: errors.map(({ in: part, name, message }) => ({ in: part, name, message })),
    })
  }

  /** Prepares the events of a loader or an action. A handler that never starts has none. */
  handler(fields: Pick<HandlerStart, 'type' | 'routeId' | 'cause'>): HandlerWork {
    const start: HandlerStart = { ...fields, phase: 'start', id: ++lastId, parent: this.id }
    let startedAt: number | undefined
    return {
      run: (call) => {
        startedAt = performance.now()
        this.#emit(start)
        return this.#run(start, call)
      },
      end: (result) => {
        if (startedAt === undefined) return
        this.#emit({ ...start, phase: 'end', ...result, duration: performance.now() - startedAt })
      },
    }
  }

  /** Runs a render. `call` gets a function that reports the progress. */
  async render<Result>(
    fields: Pick<RenderStart, 'routeId' | 'boundary'>,
    call: (progress: RenderProgress) => Promise<Result>,
  ): Promise<Result> {
    const start: RenderStart = {
      type: 'render',
      phase: 'start',
      ...fields,
      id: ++lastId,
      parent: this.id,
    }
    const startedAt = performance.now()
    const progress: RenderProgress = (step) =>
      this.#emit({ ...start, ...step, duration: performance.now() - startedAt } as ServerEvent)

    this.#emit(start)
    try {
      return await this.#run(start, () => call(progress))
    } catch (error) {
      progress({ phase: 'end', mode: 'stream', result: 'error' })
      throw error
    }
  }

  /** Wraps a list of middleware if an observer asks for their events. */
  middleware(
    list: readonly Middleware[],
    levelOf: (index: number) => MiddlewareLevel,
  ): readonly Middleware[] {
    if (!this.#observers.hasMiddleware) return list

    return list.map((middleware, index): Middleware => (context, next) => {
      const fields = { type: 'middleware', name: middleware.name, level: levelOf(index) } as const
      const start = { ...fields, phase: 'start', id: ++lastId, parent: this.id } as const
      const startedAt = performance.now()
      const end = (): void =>
        this.#emit({ ...start, phase: 'end', duration: performance.now() - startedAt })

      this.#emit(start)
      let result: ReturnType<Middleware> | undefined
      try {
        result = middleware(context, next)
      } finally {
        if (!(result instanceof Promise)) end()
      }
      if (result instanceof Promise) result.then(end, end)
      return result
    })
  }

  #emit(event: ServerEvent): void {
    emitTo(this.#observers, event)
  }

  /** Runs `call` inside of `run` of all observers, the first outermost. */
  #run<Result>(event: WorkEvent, call: () => Result): Result {
    const { runners } = this.#observers
    if (runners.length === 0) return call()

    return runners.reduceRight<() => Result>(
      (inner, observer) => () => runInside(observer, event, inner),
      call,
    )()
  }

  #addHeaders(response: Response): Response {
    const { writers } = this.#observers
    if (writers.length === 0 || isSpent(response)) return response

    return editHeaders(response, (headers) => {
      for (const writer of writers) {
        callAside(
          () => writer.response!(this.#start, headers),
          (error) => report(writer.response!, error),
        )
      }
    })
  }

  #fail(error: unknown): void {
    if (this.#context.isAborted) return this.#end(clientClosed, 'aborted', 0)
    if (isRequestError(error)) return this.#end(error.status, 'ok', 0)

    this.error(error, 'router')
    this.#end(isUnavailableError(error) ? error.status : 500, 'error', 0)
  }

  #end(status: number, result: RequestEnd['result'], bytes: number): void {
    const { id, method, parent, url } = this.#start
    const duration = performance.now() - this.#startedAt
    const input = this.#input
    this.#emit({
      type: 'request',
      phase: 'end',
      id,
      parent,
      method,
      url,
      status,
      result,
      duration,
      bytes,
      input,
    })
  }
}

// The example has a `Start`, so its shape is kept too.
keepShape(new Observation(new Observers([]), {} as Observed))

/** A loader or an action while it runs. */
export interface HandlerWork {
  run<Result>(call: () => Result): Result
  end(result: HandlerEnding): void
}

/** Reports that the shell of a document, or the whole document, is rendered. */
export type RenderProgress = (
  step: Pick<RenderShell, 'phase' | 'mode'> | Pick<RenderEnd, 'phase' | 'mode' | 'result'>,
) => void

/** Emits an event that no request caused. */
export function emitAlone(observers: Observers, fields: Fields<ServerEvent>): void {
  emitTo(observers, { ...fields, id: ++lastId } as ServerEvent)
}

/** Emits the start of the work of a process, and later its errors and its end. */
export function observeStart(observed: { readonly observers: Observers }): StartedWork {
  const id = ++lastId
  const startedAt = performance.now()
  emitTo(observed.observers, { type: 'start', phase: 'start', id })

  return {
    error(error) {
      const event = { type: 'error', phase: 'once', id: ++lastId, parent: id } as const
      emitTo(observed.observers, { ...event, error, where: 'start' })
    },
    end(result) {
      const duration = performance.now() - startedAt
      emitTo(observed.observers, { type: 'start', phase: 'end', id, result, duration })
    },
  }
}

function emitTo({ listeners }: Observers, event: ServerEvent): void {
  const isMiddleware = event.type === 'middleware'
  for (const observer of listeners) {
    if (isMiddleware && observer.middleware !== true) continue
    callAside(
      () => observer.event!(event),
      (error) => report(observer.event!, error),
    )
  }
}

/** Calls `run` of one observer. `inner` runs exactly once, and its result counts, even if the observer does not call it. */
function runInside<Result>(observer: Observer, event: WorkEvent, inner: () => Result): Result {
  let ended: { value: Result } | { error: unknown } | undefined
  const once = (): Result => {
    if (ended === undefined) {
      try {
        ended = { value: inner() }
      } catch (error) {
        ended = { error }
      }
    }
    if ('error' in ended) throw ended.error
    return ended.value
  }

  try {
    const returned: unknown = observer.run!(event, once)
    // An async `run` has a promise of its own, which nothing else handles.
    if (isThenable(returned)) void reportOwn(observer.run!, returned, once)
  } catch (error) {
    const isOurs = ended !== undefined && 'error' in ended && ended.error === error
    if (!isOurs) report(observer.run!, error)
  }
  return once()
}

/** Reports the rejection of an async `run`, unless it is the rejection of the work that it has called. */
async function reportOwn(
  run: object,
  returned: PromiseLike<unknown>,
  work: () => unknown,
): Promise<void> {
  try {
    await returned
  } catch (error) {
    if ((await rejectionOf(work)) !== error) report(run, error)
  }
}

async function rejectionOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}

/** Each error may have another message, so only the first error of each method is printed. */
function report(method: object, error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  warnOnce(
    `An observer failed with "${text}". It stays in the list, and the response is sent. Its further errors are not printed.`,
    method,
  )
}
