import type { IncomingRequest } from '../internal/exchange/incoming.ts'
import {
  bodyOf,
  decodeText,
  existingRequest,
  parseJson,
  type RequestBody,
} from '../internal/exchange/owned-request.ts'
import { assertContextKey, defaultValueOf, type AnyContextKey } from './context-key.ts'
import type {
  ContextEntries,
  ContextValue,
  RequestContextType,
  UnsetValue,
} from './context-types.ts'
import type { Flight } from './flight.ts'
import { ownRequest } from './own-request.ts'
import type { RouteTable } from './route-table.ts'
import type { Router } from './router.ts'

/** Options for `context.set()`. */
export interface SetOptions {
  /** Also installs the value as a read-only property of this name on the context. */
  readonly property?: string
}

/** `get` for keys that no entry is known for. */
export interface GetValue {
  <Key extends AnyContextKey>(key: Key): UnsetValue<Key>
}

/**
 * `has`, which also remembers the entries of its context for types to find. It does not use them, so they are never
 * compared: whether one context fits where another is asked for is decided by its `params` and its `get`.
 */
// eslint-disable-next-line no-unused-vars
export interface HasValue<Entries extends ContextEntries> {
  (key: AnyContextKey): boolean
}

/** What every context has. */
export interface BaseContext<Params, Entries extends ContextEntries, Get> {
  /** The original request, the very object given to `router.fetch()`. */
  readonly request: Request
  /** The request method in upper case. Middleware may change it; routes are matched on it. */
  method: string
  /** The method as the client sent it, in upper case, whatever middleware made of `method`. */
  readonly originalMethod: string
  /** The request URL. Middleware may change or replace it; routes are matched on it. */
  url: URL
  /** A mutable copy of the request headers, made when first read. */
  headers: Headers
  /** The params of the matched route; empty until one matched. */
  readonly params: Params
  /** The value of a key: what was set, else the key's default, else `undefined`. */
  readonly get: Get
  /** Whether the key was set, also to `undefined`. A default does not count. */
  readonly has: HasValue<Entries>
  /** Stores a value for this request. */
  readonly set: <Key extends AnyContextKey>(
    key: Key,
    value: ContextValue<Key>,
    options?: SetOptions,
  ) => void
  /** The router that dispatches this request. */
  router: Router<any>
  /** The methods that routes at this URL name, sorted, for whoever answers what no route serves; `[]` when none does. */
  readonly allowedMethods: readonly string[]
  /** The body as text, read once however often it is asked for. */
  text(): Promise<string>
  /** The body parsed as JSON; a malformed one is answered with 400 at the edge. */
  json(): Promise<unknown>
  /** The body as bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Method, URL and params only, so that a context can be logged without what middleware stored in it. */
  toJSON(): { method: string; url: string; params: unknown }
}

const noParams: Readonly<Record<string, string>> = Object.freeze(Object.create(null))
const noMethods: readonly string[] = Object.freeze([])

class Context {
  method: string
  params: Readonly<Record<string, string | undefined>> = noParams
  /** The routes of the router that dispatches this request. */
  routeTable: RouteTable | undefined
  /** What is pending for this request, once something is. */
  flight: Flight | undefined

  #source: Request | IncomingRequest
  #isRequest: boolean
  #isOwned = false
  #signal: AbortSignal | undefined
  #url: URL | undefined
  #headers: Headers | undefined
  #values: Map<AnyContextKey, unknown> | undefined
  #properties: Map<string, AnyContextKey> | undefined
  #router: Router<any> | undefined
  #allowedMethods: readonly string[] | undefined
  #body: Promise<Uint8Array<ArrayBuffer>> | undefined
  #text: Promise<string> | undefined
  #input: object | undefined
  #get: ((key: AnyContextKey) => unknown) | undefined
  #has: ((key: AnyContextKey) => boolean) | undefined
  #set: ((key: AnyContextKey, value: unknown, options?: SetOptions) => void) | undefined

  static {
    Object.defineProperty(this.prototype, existingRequest, {
      get(this: Context): Request | undefined {
        return this.#isRequest ? (this.#source as Request) : undefined
      },
    })
  }

  constructor(source: Request | IncomingRequest, isRequest = true) {
    this.#source = source
    this.#isRequest = isRequest
    this.method = upperCase(source.method)
  }

  // Functions that can be destructured, made when first asked for: most requests need one of them or none

  get get(): (key: AnyContextKey) => unknown {
    return (this.#get ??= (key) => {
      const values = this.#values
      if (values !== undefined) {
        const value = values.get(key)
        if (value !== undefined || values.has(key)) return value
      }
      assertContextKey(key)
      return defaultValueOf(key)
    })
  }

  get has(): (key: AnyContextKey) => boolean {
    return (this.#has ??= (key) => this.#values !== undefined && this.#values.has(key))
  }

  get set(): (key: AnyContextKey, value: unknown, options?: SetOptions) => void {
    return (this.#set ??= (key, value, options) => {
      assertContextKey(key)
      if (options?.property !== undefined) this.#install(key, options.property)
      this.#values ??= new Map()
      this.#values.set(key, value)
    })
  }

  get request(): Request {
    if (!this.#isOwned) this.#own()
    return this.#source as Request
  }

  /** Makes the source a `Request` whose readers know what this context has read, and that belongs to it. */
  #own(): RequestBody {
    if (!this.#isOwned) {
      this.#isOwned = true
      if (!this.#isRequest) {
        // What was read as text can be read as bytes, too, as long as the source is at hand.
        if (this.#text !== undefined) void this.bytes()
        this.#source = (this.#source as IncomingRequest).request
        this.#isRequest = true
      }
      const { identity } = bodyOf(ownRequest(this.#source as Request))!
      identity.context ??= this
      if (this.#body !== undefined) bodyOf(this.#source)!.keepBytes(this.#body)
    }
    return bodyOf(this.#source)!
  }

  get originalMethod(): string {
    return upperCase(this.#source.method)
  }

  get allowedMethods(): readonly string[] {
    return (this.#allowedMethods ??= this.routeTable?.allowedMethods(this.currentHref) ?? noMethods)
  }

  get url(): URL {
    return (this.#url ??= new URL(this.#source.url))
  }

  set url(url: URL) {
    this.#url = url
  }

  get headers(): Headers {
    return (this.#headers ??= this.#isRequest
      ? new Headers((this.#source as Request).headers)
      : (this.#source as IncomingRequest).copyHeaders())
  }

  set headers(headers: Headers) {
    this.#headers = headers
  }

  get router(): Router<any> {
    if (this.#router === undefined) throw new Error('No router found in request context.')
    return this.#router
  }

  set router(router: Router<any>) {
    this.#router = router
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#body === undefined) {
      this.#body = this.#isRequest
        ? this.#own().take()
        : (this.#source as IncomingRequest).readBytes()
      this.#body.catch(ignore)
    }
    return this.#body
  }

  text(): Promise<string> {
    if (this.#text === undefined) {
      this.#text =
        this.#body === undefined && !this.#isRequest
          ? (this.#source as IncomingRequest).readText()
          : this.bytes().then(decodeText)
      this.#text.catch(ignore)
    }
    return this.#text
  }

  json(): Promise<unknown> {
    return this.text().then(parseJson)
  }

  toJSON(): { method: string; url: string; params: unknown } {
    return { method: this.method, url: this.currentHref, params: { ...this.params } }
  }

  /** Adds the params of the matched route. */
  setParams(params: Readonly<Record<string, string | undefined>>): void {
    this.params =
      this.params === noParams ? params : Object.assign(Object.create(null), this.params, params)
  }

  /** What passed the contract of the route. */
  get input(): object {
    if (this.#input === undefined) {
      throw new Error(
        'Cannot read context.input: the route has no contract, or its input was not checked yet. Middleware runs before the check.',
      )
    }
    return this.#input
  }

  setInput(input: object): void {
    this.#input = input
  }

  /** One header, as `headers` has it, without a copy of all of them. */
  readHeader(name: string): string | null {
    if (this.#headers !== undefined) return this.#headers.get(name)
    return this.#isRequest
      ? (this.#source as Request).headers.get(name)
      : (this.#source as IncomingRequest).header(name.toLowerCase())
  }

  /** Whether the client has left. */
  get isAborted(): boolean {
    return this.#isRequest
      ? (this.#signal ??= (this.#source as Request).signal).aborted
      : (this.#source as IncomingRequest).aborted
  }

  throwIfAborted(): void {
    if (this.isAborted) throw this.abortReason
  }

  /** What an aborted request rejects with. */
  get abortReason(): unknown {
    return this.#isRequest
      ? (this.#source as Request).signal.reason
      : (this.#source as IncomingRequest).abortReason
  }

  /** Calls `listener` once when the client leaves; returns a function that forgets it. */
  onAbort(listener: () => void): () => void {
    if (!this.#isRequest) return (this.#source as IncomingRequest).onAbort(listener)

    const { signal } = this.#source as Request
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  }

  /** The URL to match routes on: `url` if anybody has looked at it, else the text it would be parsed from. */
  get currentHref(): string {
    return this.#url === undefined ? this.#source.url : this.#url.href
  }

  #install(key: AnyContextKey, property: string): void {
    if (typeof property !== 'string') throw new Error('Context property name must be a string.')
    if (property === '') throw new Error('Cannot install an empty context property name.')

    this.#properties ??= new Map()
    if (this.#properties.get(property) === key) return
    for (const [name, owner] of this.#properties) {
      if (owner === key) {
        throw new Error(
          `Cannot install context property "${property}" because this context key already uses "${name}".`,
        )
      }
    }
    if (this.#properties.has(property)) {
      throw new Error(
        `Cannot install context property "${property}" because another context key already uses it.`,
      )
    }
    if (property in this) {
      throw new Error(
        `Cannot install context property "${property}" because it already exists on RequestContext.`,
      )
    }

    this.#properties.set(property, key)
    Object.defineProperty(this, property, { get: () => this.get(key), configurable: true })
  }
}

// `console.log(context)` on Node and Bun shows no more than `toJSON()`
Object.defineProperty(Context.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: Context) {
    return this.toJSON()
  },
})

/** What the router itself does with a context; handlers see {@link BaseContext}. */
export type DispatchContext = Context

/** The context of a request that a server has not made a `Request` of yet. */
export function createIncomingContext(incoming: IncomingRequest): DispatchContext {
  return new Context(incoming, false)
}

/** The context passed to every middleware and action; one object per request. */
export type RequestContext<Params = {}, Entries extends ContextEntries = []> = RequestContextType<
  Params,
  Entries
>

/** Creates a context by hand, for testing a handler without a router. */
export const RequestContext: {
  new (request: Request): RequestContext
  readonly prototype: RequestContext
} = Context as never

/** `Request` upper-cases `get` and `post` but leaves `patch` as sent; methods are compared in one case. */
function upperCase(method: string): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
    case 'OPTIONS':
      return method
    default:
      return method.toUpperCase()
  }
}

function ignore(): void {}
