import type { AnyContextKey, ContextKey, ContextKeyWithDefault } from './context-key.ts'

/** The params of a route with an unknown pattern. */
export type AnyParams = Record<string, string>

/**
 * The effect of a middleware that sets one value: the key now has this value. `Property` is the name under which the
 * value is also a property of the context.
 */
export interface ContextEntry<Key = any, Value = any, Property extends string = string> {
  readonly key: Key
  readonly value: Value
  readonly property?: Property
}

/** A list of entries. A later one overrides an earlier one with the same key. */
export type ContextEntries = readonly ContextEntry[]

/** An entry as an object, or in the short form `[key, value]`. */
export type EntryLike = ContextEntry | readonly [key: any, value: any]

/** The type of a key's value: `ContextValue<typeof FormData>` is `FormData`. */
export type ContextValue<Key> =
  Key extends ContextKey<infer Value>
    ? Value
    : Key extends abstract new (...args: any) => infer Instance
      ? Instance
      : never

/** The return type of `get(key)` if no middleware is known to set the key. */
export type UnsetValue<Key> =
  Key extends ContextKeyWithDefault<infer Value> ? Value : ContextValue<Key> | undefined

/**
 * The context passed to every middleware and action: `RequestContext<{ id: string }>` has `params.id`.
 *
 * `Entries` lists the values that middleware is known to set, so that `get` returns exact types.
 */
export type RequestContextType<Params, Entries extends ContextEntries> = Entries extends readonly []
  ? BaseContext<Params, [], GetValue>
  : BaseContext<Params, Entries, GetEntries<Entries>> & EntryProperties<Entries>

/** Options for `context.set()`. */
export interface SetOptions {
  /** Also defines a read-only property with this name on the context. */
  readonly property?: string
  /**
   * Says that the value is the same for every visitor. This matters in `provide`: `cache()` does not store a response if
   * other values that `provide` has set were read for it.
   */
  readonly shared?: true
}

/** The type of `get` for keys without a known entry. */
export interface GetValue {
  <Key extends AnyContextKey>(key: Key): UnsetValue<Key>
}

/**
 * The type of `has`. It also carries the entries of the context. It does not use them, so TypeScript never compares
 * them: only `params` and `get` decide whether one context is assignable to another.
 */
// eslint-disable-next-line no-unused-vars
export interface HasValue<Entries extends ContextEntries> {
  (key: AnyContextKey): boolean
}

/** The members of every context. */
export interface BaseContext<Params, Entries extends ContextEntries, Get> {
  /** The original request: the object that was passed to `router.fetch()`. */
  readonly request: Request
  /** The method in upper case. Routes are matched by it, and middleware can change it. */
  method: string
  /** The method that the client sent, in upper case. Middleware cannot change it. */
  readonly originalMethod: string
  /** The URL. Routes are matched by it, and middleware can change or replace it. */
  url: URL
  /** A mutable copy of the request headers. */
  headers: Headers
  /** The params of the matched route. Empty until a route has matched. */
  readonly params: Params
  /** Returns the value of a key, or else the default of the key, or else `undefined`. */
  readonly get: Get
  /** Whether the key was set, even to `undefined`. A default does not count. */
  readonly has: HasValue<Entries>
  /** Stores a value for this request. */
  readonly set: <Key extends AnyContextKey>(
    key: Key,
    value: ContextValue<Key>,
    options?: SetOptions,
  ) => void
  /** The router that dispatches this request. */
  router: Dispatcher
  /** The methods of the routes that match this URL, sorted. For a `defaultHandler` that returns a 405. */
  readonly allowedMethods: readonly string[]
  /** Returns the body as text. You can call it any number of times. */
  text(): Promise<string>
  /** Returns the body parsed as JSON. A malformed body becomes a 400, and a `Content-Type` other than JSON a 415. */
  json(): Promise<unknown>
  /** Returns the body as bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Returns only the method, the URL and the params, so that logging a context does not show the values in it. */
  toJSON(): { method: string; url: string; params: unknown }
}

/** The route that a request was dispatched to. */
export interface MatchedRoute {
  /** The whole pattern, such as `/books/:slug`. For a page it includes the basename. */
  readonly pattern: string
  /** The id of the route module. Only pages have one. */
  readonly id?: string
  /**
   * - `route`: an action of a router
   * - `document`: a page
   * - `data`: the loader data of a page
   * - `action`: a mutation of a page, whether the browser or the client router sends it
   * - `resource`: a route module without a component
   */
  readonly kind: 'route' | 'document' | 'data' | 'live' | 'action' | 'resource'
}

/** The part of a router that a handler can use for further requests. */
export interface Dispatcher {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

// An intersection with one getter per entry, so that a context with more entries is assignable to a context with fewer.
type GetEntries<Entries extends ContextEntries> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? GetEntry<Last['key'], Last['value']> & GetEntries<WithoutKey<Rest, Last['key']>>
  : GetValue

/** The type of `get` for a key that has an entry. */
export interface GetEntry<Key, Value> {
  <Asked extends Key>(
    key: Same<Asked, Key> extends true ? Asked : Key & { readonly 'not this key': never },
  ): Value
}

/** The properties of entries with a literal `property`. The last entry with a name decides its type. */
type EntryProperties<Entries extends ContextEntries> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? PropertyOf<Last> & Omit<EntryProperties<Rest>, keyof PropertyOf<Last>>
  : unknown

type PropertyOf<Entry extends ContextEntry> = Entry extends {
  readonly property?: infer Name extends string
}
  ? string extends Name
    ? unknown
    : { readonly [Property in Name]: Entry['value'] }
  : unknown

type WithoutKey<Entries extends ContextEntries, Key> = Entries extends readonly [
  infer First extends ContextEntry,
  ...infer Rest extends ContextEntries,
]
  ? Same<First['key'], Key> extends true
    ? WithoutKey<Rest, Key>
    : [First, ...WithoutKey<Rest, Key>]
  : []

type Same<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2
    ? true
    : false

/** The params of a context. */
export type ParamsOf<Context> = Context extends { readonly params: infer Params } ? Params : {}

/** The entries of a context. */
export type EntriesOf<Context> = Context extends {
  readonly has: HasValue<infer Entries extends ContextEntries>
}
  ? Entries
  : []

/** The return type of `context.get(key)`. */
export type GetContextValue<Context, Key> = Lookup<EntriesOf<Context>, Key>

type Lookup<Entries extends ContextEntries, Key> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? Same<Last['key'], Key> extends true
    ? Last['value']
    : Lookup<Rest, Key>
  : UnsetValue<Key>

/**
 * `Context` with `Params` merged into its params. If an optional param is missing, `Context`'s own param of that name
 * counts.
 */
export type ContextWithParams<Context, Params> = RequestContextType<
  MergeParams<ParamsOf<Context>, Params>,
  EntriesOf<Context>
>

type MergeParams<Left, Right> = keyof Left extends never
  ? Right
  : keyof Right extends never
    ? Left
    : {
        [Name in keyof Left | keyof Right]: Name extends keyof Right
          ? undefined extends Right[Name]
            ? Name extends keyof Left
              ? Exclude<Right[Name], undefined> | Left[Name]
              : Right[Name]
            : Right[Name]
          : Left[Name & keyof Left]
      }

/** `Context` after the entries of `List`, in order. */
// A conditional type, so that TypeScript waits until the type parameter `Context` is known.
export type ContextWithEntries<Context, List extends readonly EntryLike[]> = Context extends unknown
  ? RequestContextType<ParamsOf<Context>, AddEntries<EntriesOf<Context>, List>>
  : never

type AddEntries<
  Entries extends ContextEntries,
  List extends readonly EntryLike[],
> = List extends readonly [
  infer First extends EntryLike,
  ...infer Rest extends readonly EntryLike[],
]
  ? AddEntries<[...WithoutKey<Entries, ToEntry<First>['key']>, ToEntry<First>], Rest>
  : Entries

type ToEntry<Entry extends EntryLike> = Entry extends readonly [infer Key, infer Value]
  ? ContextEntry<Key, Value>
  : Entry extends ContextEntry
    ? Entry
    : never

/** `Context` with one entry added or replaced. */
export type ContextWithEntry<Context, Entry extends EntryLike> = ContextWithEntries<
  Context,
  [Entry]
>

/** `Context` with entries added or replaced, the same as {@link ContextWithEntries}. */
export type ContextWithValues<Context, List extends readonly EntryLike[]> = ContextWithEntries<
  Context,
  List
>

/** `Context` where `Key` has the value `Value`: `ContextWithValue<App, typeof Role, 'admin'>`. */
export type ContextWithValue<Context, Key extends AnyContextKey, Value> = ContextWithEntries<
  Context,
  [ContextEntry<Key, Value>]
>

/**
 * The types of the app. Augment it to give every stored action and controller the context of the app:
 *
 * @example
 * declare module 'framework/fetch-router' {
 *   interface RouterTypes {
 *     context: MiddlewareContext<typeof middleware>
 *   }
 * }
 */
export interface RouterTypes {}

/** The context of actions and controllers that do not state one. */
export type DefaultContext = RouterTypes extends { context: infer Context }
  ? Context
  : RequestContextType<{}, []>
