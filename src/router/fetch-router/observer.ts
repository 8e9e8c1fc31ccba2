import type { Failure } from '../contract/index.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { observeWith } from '../../internal/process/global-keys.ts'
import type { MatchedRoute } from './context-types.ts'

/**
 * Observes a router and its pages: {@link RouterOptions.observe}.
 *
 * An observer never changes a response, except for the headers that `response` adds. If it throws, the error is printed once.
 */
export interface Observer {
  /** Called with each event, at once. */
  event?(event: ServerEvent): void
  /**
   * Runs a request, a loader, an action or a render, so that an async context such as a span is active inside. Return what
   * `call` returns. The event is the start of the work.
   */
  run?<Result>(event: WorkEvent, call: () => Result): Result
  /** Adds headers to a response, before its first byte. It is not called if the handler throws. */
  response?(event: RequestStart, headers: Headers): void
  /**
   * Whether to emit events for each middleware.
   *
   * @default false
   */
  readonly middleware?: boolean
}

/** An event that an {@link Observer} gets. Narrow it by `type` and `phase`. */
export type ServerEvent =
  | RequestStart
  | RequestEnd
  | RouteEvent
  | MiddlewareStart
  | MiddlewareEnd
  | HandlerStart
  | HandlerEnd
  | DeferredEvent
  | RenderStart
  | RenderShell
  | RenderEnd
  | SessionRead
  | SessionCommit
  | WritesEvent
  | InputEvent
  | OnceEvent
  | CacheEvent
  | LiveEvent
  | BusEvent
  | StartBegin
  | StartEnd
  | ErrorEvent

/** The events that {@link Observer.run} gets. */
export type WorkEvent = RequestStart | HandlerStart | RenderStart

/** The fields of every event. */
interface EventBase {
  /** Counts up in each process. The start and the end of the same work have one id. */
  readonly id: number
  /** The id of the event that caused this one. The event of a request has it only if another request caused the request. */
  readonly parent?: number | undefined
}

/** A request has arrived. */
export interface RequestStart extends EventBase {
  readonly type: 'request'
  readonly phase: 'start'
  readonly method: string
  /** The URL of the page or route. A data request has the URL of its page. */
  readonly url: string
  /** Reads one header, for trace propagation. It is not enumerable, so a copy of the event has no headers. */
  header(name: string): string | null
}

/** The body of a response was sent, the client disconnected, or the request failed. */
export interface RequestEnd extends EventBase {
  readonly type: 'request'
  readonly phase: 'end'
  readonly method: string
  readonly url: string
  /** The status that the client gets: 499 if it disconnected, and 500 for an error. */
  readonly status: number
  /** `error` if something was thrown that is not the client's mistake, or if the body could not be sent. */
  readonly result: 'ok' | 'error' | 'aborted'
  /** In milliseconds. */
  readonly duration: number
  /** The bytes of the body. */
  readonly bytes: number
  /** The part of the request that did not fit the contract of its route. */
  readonly input?: 'params' | 'search' | 'body' | undefined
}

/** The route of a request is known. A request that matches none has no such event. */
export interface RouteEvent extends EventBase, Omit<MatchedRoute, 'id'> {
  readonly type: 'route'
  readonly phase: 'once'
  /** The id of a page. */
  readonly routeId?: string | undefined
  /** The names of the params. */
  readonly params: readonly string[]
}

interface MiddlewareBase extends EventBase {
  readonly type: 'middleware'
  /** The name of the function, or `''`. */
  readonly name: string
  readonly level: MiddlewareLevel
}

/** Where a middleware was given. */
export type MiddlewareLevel = 'router' | 'mount' | 'controller' | 'action' | 'page'

/** Only for observers with `middleware: true`. */
export interface MiddlewareStart extends MiddlewareBase {
  readonly phase: 'start'
}

/** A middleware has returned a response, or thrown. */
export interface MiddlewareEnd extends MiddlewareBase {
  readonly phase: 'end'
  /** In milliseconds, with everything inside of it. */
  readonly duration: number
}

/** Why a loader or an action runs. A server cannot tell a navigation from a fetcher or a reload: it says `navigation`. */
export type Cause =
  | 'document'
  | 'navigation'
  | 'mutation'
  | 'fetcher'
  | 'revalidate'
  | 'prefetch'
  | 'prerender'
  | 'cache'

interface HandlerBase extends EventBase {
  readonly type: 'loader' | 'action'
  readonly routeId: string
  readonly cause: Cause
}

/** A loader or an action starts. */
export interface HandlerStart extends HandlerBase {
  readonly phase: 'start'
}

/** A loader or an action has ended. */
export interface HandlerEnd extends HandlerBase {
  readonly phase: 'end'
  readonly result: HandlerResult
  readonly status: number
  /** In milliseconds. */
  readonly duration: number
  /** The tags that a loader reads, if its route declares them. */
  readonly reads?: readonly string[] | undefined
}

/** The result of a loader or an action. `invalid` is an action that refused its input. */
export type HandlerResult = 'data' | 'invalid' | 'redirect' | 'error'

/** An action has ended. The tags that it wrote are compared with the tags that the loaders of the page read. */
export interface WritesEvent extends EventBase {
  readonly type: 'writes'
  readonly phase: 'once'
  /** The id of the route whose action ran. */
  readonly routeId: string
  /** The tags that the action wrote. `undefined` if it never called `writes()`. */
  readonly tags: readonly string[] | undefined
  /** Which loaders of the page have to run again. It is empty if the client did not say which data it holds. */
  readonly verdicts: readonly Verdict[]
}

/** Whether a loader runs, and why. */
export interface Verdict {
  readonly id: string
  readonly run: boolean
  readonly reason: string
  /** In development: the tag that was written. */
  readonly tag?: string | undefined
}

/** The input of a request was refused: it does not fit its contract, or an action returned `invalid()`. */
export interface InputEvent extends EventBase {
  readonly type: 'input'
  readonly phase: 'once'
  readonly errors: readonly Pick<Failure['errors'][number], 'in' | 'name' | 'message'>[]
}

/** A deferred value of a loader has settled. */
export interface DeferredEvent extends EventBase {
  readonly type: 'deferred'
  readonly phase: 'end'
  readonly routeId: string
  readonly key: string
  readonly result: 'data' | 'error'
  /** In milliseconds. */
  readonly duration: number
}

interface RenderBase extends EventBase {
  readonly type: 'render'
  /** The id of the page's last route. */
  readonly routeId: string
  /** The id of the route whose boundary shows an error. */
  readonly boundary?: string | undefined
}

/** A document is about to be rendered. */
export interface RenderStart extends RenderBase {
  readonly phase: 'start'
}

/** The shell of a document is rendered: the part that waits for nothing. Its status and headers are decided. */
export interface RenderShell extends RenderBase {
  readonly phase: 'shell'
  /** `string` if nothing suspended. */
  readonly mode: 'string' | 'stream'
  /** In milliseconds. */
  readonly duration: number
}

/** A document is complete, or could not be rendered. */
export interface RenderEnd extends RenderBase {
  readonly phase: 'end'
  readonly mode: 'string' | 'stream'
  readonly result: 'ok' | 'error'
  /** In milliseconds. */
  readonly duration: number
}

/** `session()` has loaded the session. */
export interface SessionRead extends EventBase {
  readonly type: 'session'
  readonly phase: 'read'
  /** In milliseconds. */
  readonly duration: number
  /** Whether the client had no session. */
  readonly isNew: boolean
}

/** `session()` has saved the session, or has found nothing to save. */
export interface SessionCommit extends EventBase {
  readonly type: 'session'
  readonly phase: 'commit'
  /** In milliseconds. */
  readonly duration: number
  readonly isNew: boolean
  readonly changed: boolean
  readonly destroyed: boolean
}

/** The result of a submission to an action, or of a request to a route, that uses `once()`. */
export interface OnceEvent extends EventBase {
  readonly type: 'once'
  readonly phase: 'once'
  /** The id of the route module, or the method and the pattern of the route. */
  readonly routeId: string
  /**
   * `first`: the work ran and was recorded. `repeat`: it had run before. `refused`: its result is not for this client.
   * `unkeyed`: it ran without a key. `unrecorded`: the action had a key and did not call `once()`.
   */
  readonly result: 'first' | 'repeat' | 'refused' | 'unkeyed' | 'unrecorded'
}

/** A step of `cache()`. `pass` means that it neither looked for a response nor stored one. */
export interface CacheEvent extends EventBase {
  readonly type: 'cache'
  readonly phase: 'once'
  readonly result: 'hit' | 'stale' | 'miss' | 'store' | 'refuse' | 'pass' | 'invalidate'
  /** Why a response was not served from the cache or stored. */
  readonly why?: string | undefined
  /** In seconds. */
  readonly age?: number | undefined
}

/** The stream of a live page was opened, has named stale routes, or has ended. */
export interface LiveEvent extends EventBase {
  readonly type: 'live'
  readonly phase: 'open' | 'tell' | 'end'
  /** The id of the page's last route. */
  readonly routeId: string
}

/** A request or `start` has published tags, or writes of other processes may have been missed. */
export interface BusEvent extends EventBase {
  readonly type: 'bus'
  readonly phase: 'publish' | 'gap'
}

/** `start` of the app is called: the work of this process begins. */
export interface StartBegin extends EventBase {
  readonly type: 'start'
  readonly phase: 'start'
}

/** The work of this process has ended. */
export interface StartEnd extends EventBase {
  readonly type: 'start'
  readonly phase: 'end'
  readonly result: 'ok' | 'error'
  /** In milliseconds. */
  readonly duration: number
}

/** An error that is not the client's mistake. */
export interface ErrorEvent extends EventBase {
  readonly type: 'error'
  readonly phase: 'once'
  readonly error: unknown
  readonly routeId?: string | undefined
  readonly where: ErrorPlace
}

/** Where an error was thrown. `router` is everything that is not a page, and `start` the work of the process. */
export type ErrorPlace =
  | 'router'
  | 'module'
  | 'middleware'
  | 'loader'
  | 'action'
  | 'headers'
  | 'render'
  | 'after'
  | 'start'

/** Copies a list of observers. */
export function readObservers(list: unknown): Observer[] {
  invariant(
    list === undefined || Array.isArray(list),
    `createRouter() takes a list of observers as \`observe\`, not ${showValue(list)}`,
  )
  return ((list as unknown[] | undefined) ?? []).map(readObserver)
}

function readObserver(observer: unknown): Observer {
  const methods = ['event', 'run', 'response'] as const
  const given = observer as Record<string, unknown> | null
  const isObserver =
    typeof given === 'object' &&
    given !== null &&
    methods.some((name) => given[name] !== undefined) &&
    methods.every((name) => given[name] === undefined || typeof given[name] === 'function')
  invariant(
    isObserver,
    `createRouter() takes observers with an \`event\`, \`run\` or \`response\` function, not ${showValue(observer)}`,
  )

  return given as Observer
}

/** A router, or a handler around one. */
export interface Observable {
  /** Adds an observer. Returns a function that removes it. */
  [observeWith](observer: Observer): () => void
}

export function isObservable(source: unknown): source is Observable {
  const isObject = typeof source === 'object' || typeof source === 'function'
  return isObject && source !== null && observeWith in source
}
