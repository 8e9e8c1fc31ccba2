import { assertJsonType } from '../contract/shared.ts'
import { parseJson } from '../../internal/exchange/body-text.ts'
import type { RequestChanges } from '../../internal/exchange/copy-request.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import type { IncomingRequest, Prepare } from '../../internal/exchange/incoming.ts'
import type { RequestBody } from '../../internal/exchange/request-body.ts'
import { watchCredentials } from '../../internal/exchange/watch-credentials.ts'
import { isRequestMethod } from '../../internal/http/http.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import type { AnonymousRun } from '../../internal/exchange/run.ts'
import { splitPath, type UrlPath } from '../route-pattern/shared.ts'
import {
  assertContextKey,
  ClientAddress,
  defaultValueOf,
  type AnyContextKey,
} from './context-key.ts'
import type {
  ContextEntries,
  Dispatcher,
  GetValue,
  HasValue,
  MatchedRoute,
  RequestContextType,
  SetOptions,
} from './context-types.ts'
import type { PendingSteps } from './pending-steps.ts'
import type { Observation } from './observation.ts'
import { GivenRequest } from './given-request.ts'
import { installProperty } from './context-properties.ts'
import { emitRoute } from './emit-route.ts'
import { WatchedValues, type ContextValues } from './watched-values.ts'

const noParams: Readonly<Record<string, string>> = Object.freeze(Object.create(null))
const noMethods: readonly string[] = Object.freeze([])

/** A matched route. */
interface Match {
  readonly data: { readonly method?: string; readonly pattern: { readonly source: string } }
  readonly params: Readonly<Record<string, string | undefined>>
}

class Context implements RequestContextType<{}, []> {
  method: string
  /** The route that matched. Its params are only read if a handler asks for them. */
  match: Match | undefined
  /** The routes of the router that dispatches this request. */
  routeTable: { allowedMethods(href: string): readonly string[] } | undefined
  /** What middleware and the handler still wait for, so that an abort can end the waiting. */
  pendingSteps: PendingSteps | undefined
  /** Describes the route for `routeOf()`, if pages know more about it than the router. */
  describeRoute: (() => MatchedRoute | undefined) | undefined
  /** The events of this request, if its router has observers. */
  observation: Observation | undefined
  /** The params of the page, if a page has matched. `params` has them too. */
  pageParams: Match['params'] | undefined
  /**
   * Whether `cache()` judges the response. It keeps one that is for one visitor out of other caches, so there is nothing to
   * warn of.
   */
  isJudged = false

  readonly #incoming: IncomingRequest
  #isOwned = false
  #url: URL | undefined
  #headers: Headers | undefined
  #values: ContextValues | undefined
  #properties: Map<string, AnyContextKey> | undefined
  #router: Dispatcher | undefined
  #allowedMethods: readonly string[] | undefined
  #input: object | undefined
  #prepare: Prepare | undefined
  #get: GetValue | undefined
  #has: HasValue<[]> | undefined
  #set: RequestContext['set'] | undefined

  /** @param request Only for a context that is created by hand */
  constructor(
    request: Request | undefined,
    incoming: IncomingRequest = new GivenRequest(request!),
  ) {
    this.#incoming = incoming
    this.method = upperCase(incoming.method)
  }

  // The functions of a context can be destructured. They are created on first use, because most requests use one or none.
  // They are bound methods, because V8 puts a function that is written in an assignment to a property among its old objects.
  // Such a function would keep its whole request until a full garbage collection.

  get get(): GetValue {
    return (this.#get ??= this.getValue.bind(this) as GetValue)
  }

  get has(): HasValue<[]> {
    return (this.#has ??= this.#hasValue.bind(this))
  }

  get set(): RequestContext['set'] {
    return (this.#set ??= this.#setValue.bind(this))
  }

  /** Returns the same as `get`, without creating a function. */
  getValue(key: AnyContextKey): unknown {
    const values = this.#values
    if (values !== undefined) {
      const value = values.get(key)
      if (value !== undefined || values.has(key)) return value
    }
    assertContextKey(key)
    return defaultValueOf(key)
  }

  #hasValue(key: AnyContextKey): boolean {
    return this.#values !== undefined && this.#values.has(key)
  }

  #setValue(key: AnyContextKey, value: unknown, options?: SetOptions): void {
    assertContextKey(key)
    if (options?.property !== undefined) {
      this.#properties ??= new Map()
      installProperty(this, this.#properties, key, options.property)
    }
    this.#values ??= this.#createValues()
    this.#values.set(key, value, options)
  }

  #createValues(): ContextValues {
    const { run } = this
    return run === undefined ? new Map() : new WatchedValues(run)
  }

  /** Whether a key was set. This does not count as reading the value. */
  isSet(key: AnyContextKey): boolean {
    return this.#values !== undefined && Map.prototype.has.call(this.#values, key)
  }

  get request(): Request {
    this.#own()
    return this.#incoming.request
  }

  /** Makes this the context of the request, unless another router has passed the request on. */
  #own(): void {
    if (this.#isOwned) return
    this.#isOwned = true
    this.facts.context ??= this
  }

  /** The `Request` if it already exists. Reading `request` would create it, and most requests on Node do not need it. */
  get existingRequest(): Request | undefined {
    return this.#incoming.existingRequest
  }

  /** The body. Reading it does not create a `Request`. */
  get requestBody(): RequestBody {
    return this.#incoming.body
  }

  copyRequest(changes: RequestChanges): Request {
    this.#own()
    return this.#incoming.copyRequest(changes)
  }

  get params(): Readonly<Record<string, string | undefined>> {
    const params = this.match === undefined ? noParams : this.match.params
    return this.pageParams === undefined ? params : { ...params, ...this.pageParams }
  }

  get originalMethod(): string {
    return upperCase(this.#incoming.method)
  }

  get allowedMethods(): readonly string[] {
    return (this.#allowedMethods ??= this.routeTable?.allowedMethods(this.currentHref) ?? noMethods)
  }

  get url(): URL {
    return (this.#url ??= new URL(this.#incoming.url))
  }

  set url(url: URL) {
    this.#url = url
  }

  get headers(): Headers {
    return (this.#headers ??= this.#watch(this.#incoming.copyHeaders()))
  }

  set headers(headers: Headers) {
    this.#headers = this.#watch(headers)
  }

  #watch(headers: Headers): Headers {
    const { run } = this
    if (run !== undefined) return run.watchHeaders(headers)

    watchCredentials(headers, this)
    return headers
  }

  /**
   * Notes what code has read about the visitor, such as `used the session`. The response then never goes out as public, and
   * a run without a visitor is not stored.
   */
  notePersonal(what: string): void {
    const { facts } = this
    if (facts.run === undefined) facts.personal ??= what
    else facts.run.notice(what)
  }

  /** Calls a function without such a note, because what it reads is in no response. */
  readUnnoted<Value>(read: () => Value): Value {
    const { facts } = this
    const before = facts.personal
    try {
      return read()
    } finally {
      if (facts.personal !== before) facts.personal = before
    }
  }

  get router(): Dispatcher {
    if (this.#router === undefined)
      throw new Error(
        'No router found in request context. Read context.router in a request that a router handles.',
      )
    return this.#router
  }

  set router(router: Dispatcher) {
    this.#router = router
  }

  /**
   * The context of the router that passed this request on, as in `router.map('/api/*', ({ request }) => api.fetch(request))`.
   * A copy by `new Request(request)` is another request, which has none.
   */
  get outer(): Context | undefined {
    const first = this.facts.context
    // A context that was created by hand has no router. If the context belongs to another router than this one, that router
    // has passed the request on.
    if (first === undefined || !(#router in first) || first.#router === undefined) return undefined
    return first.#router === this.#router ? undefined : first
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.requestBody.bytes()
  }

  text(): Promise<string> {
    return this.requestBody.text()
  }

  async json(): Promise<unknown> {
    // A page of another site can send JSON as text/plain without a preflight, so the type must be JSON.
    assertJsonType(this.readHeader('Content-Type'))
    return parseJson(await this.text())
  }

  toJSON(): { method: string; url: string; params: unknown } {
    return { method: this.method, url: this.currentHref, params: { ...this.params } }
  }

  /** The facts that the server knows about the request. Reading them does not create a `Request`. */
  get facts(): RequestFacts {
    return this.#incoming.facts
  }

  /** The run that the request belongs to, if no visitor has sent it. */
  get run(): AnonymousRun | undefined {
    return this.facts.run
  }

  /**
   * Describes the route for `routeOf()`, and adds params to the context. Pages do this, because they know more about their
   * route than the router does.
   */
  setRoute(describe: () => MatchedRoute | undefined, params?: Match['params']): void {
    this.describeRoute = describe
    this.pageParams = params
    if (this.observation !== undefined) emitRoute(this.observation, this)
  }

  /** The route for `routeOf()`. */
  get matchedRoute(): MatchedRoute | undefined {
    if (this.describeRoute !== undefined) return this.describeRoute()
    return this.match && { pattern: this.match.data.pattern.source, kind: 'route' }
  }

  /** Sets the function that puts the arguments of the runtime on the context. */
  prepareWith(prepare: Prepare): void {
    this.#prepare = prepare
    prepare(this)
  }

  /** Returns that function, for a router that gets the same request. */
  get preparation(): Prepare | undefined {
    return this.#prepare
  }

  /** Prepares the context of an inner request in the same way, but without the address of the client. */
  prepareInner(inner: object): void {
    this.#prepare?.(inner)
    const context = inner as Context
    if (context.#values instanceof WatchedValues) context.#values.markProvided()
    context.set(ClientAddress, '')
  }

  /** The output of the schemas in the contract of the route. */
  get input(): object {
    if (this.#input === undefined) {
      throw new Error(
        'Cannot read context.input: the route has no contract, or its input was not checked. Middleware runs before the check, and an OPTIONS request is never checked.',
      )
    }
    return this.#input
  }

  setInput(input: object): void {
    this.#input = input
  }

  /** Reads one header, as `headers` has it, without copying all of them. */
  readHeader(name: string): string | null {
    return this.#headers === undefined
      ? this.#incoming.header(name.toLowerCase())
      : this.#headers.get(name)
  }

  /** Whether the request was aborted. */
  get isAborted(): boolean {
    return this.#incoming.aborted
  }

  throwIfAborted(): void {
    if (this.isAborted) throw this.abortReason
  }

  /** The reason with which the promises of an aborted request reject. */
  get abortReason(): unknown {
    return this.#incoming.abortReason
  }

  /** Calls `listener` once, with the reason, if the request is aborted. Returns a function that removes the listener. */
  onAbort(listener: (reason: unknown) => void): () => void {
    return this.#incoming.onAbort(listener)
  }

  /** The URL as the request has it. Reading it does not create a `Request`. */
  get originalHref(): string {
    return this.#incoming.url
  }

  /** The URL that routes are matched by. It is only parsed if middleware has read `url`. */
  get currentHref(): string {
    return this.#url === undefined ? this.originalHref : this.#url.href
  }

  /** The path and the search of {@link currentHref}. Most requests then never parse their URL. */
  get urlPath(): UrlPath {
    return splitPath(this.currentHref) ?? this.url
  }
}

// On Node and Bun, `console.log(context)` shows the same as `toJSON()`.
Object.defineProperty(Context.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: Context) {
    return this.toJSON()
  },
})

keepShape(new Context(undefined, { method: 'GET' } as IncomingRequest))

/** The context with the members that only the framework uses. Handlers see `BaseContext`. */
export type InternalContext = Context

/** Creates the context of a request. */
export function createContext(incoming: IncomingRequest): InternalContext {
  return new Context(undefined, incoming)
}

/** The context passed to every middleware and action. There is one per request. */
export type RequestContext<Params = {}, Entries extends ContextEntries = []> = RequestContextType<
  Params,
  Entries
>

/** Creates a context by hand, for testing a handler without a router. */
export const RequestContext: {
  new (request: Request): RequestContext
  readonly prototype: RequestContext
} = Context

/** Converts a method to upper case. `Request` converts `get` and `post` itself, but leaves `patch` as it is. */
function upperCase(method: string): string {
  return isRequestMethod(method) ? method : method.toUpperCase()
}
