import type { AnyContextKey, ContextKey, ContextKeyWithDefault } from './context-key.ts'
import type { BaseContext, GetValue, HasValue } from './request-context.ts'

/** The params of a route whose pattern is not known. */
export type AnyParams = Record<string, string>

/** "The key now holds this value": the effect of a middleware that sets one value. */
export interface ContextEntry<Key = any, Value = any> {
  readonly key: Key
  readonly value: Value
  /** The name under which the value is also a property of the context. */
  readonly property?: string
}

/** An ordered list of entries; a later one overrides an earlier one for the same key. */
export type ContextEntries = readonly ContextEntry[]

/** An entry as an object or, for short, as `[key, value]`. */
export type EntryLike = ContextEntry | readonly [key: any, value: any]

/** The value type of a key: `ContextValue<typeof FormData>` is `FormData`. */
export type ContextValue<Key> =
  Key extends ContextKey<infer Value>
    ? Value
    : Key extends abstract new (...args: any) => infer Instance
      ? Instance
      : never

/** What `get(key)` answers when nobody is known to have set the key. */
export type UnsetValue<Key> =
  Key extends ContextKeyWithDefault<infer Value> ? Value : ContextValue<Key> | undefined

/**
 * The context passed to every middleware and action: `RequestContext<{ id: string }>` has `params.id`.
 *
 * `Entries` lists the values that middleware is known to have set, so that `get` answers with exact types.
 */
export type RequestContextType<Params, Entries extends ContextEntries> = Entries extends readonly []
  ? BaseContext<Params, [], GetValue>
  : BaseContext<Params, Entries, GetEntries<Entries>> & EntryProperties<Entries>

// An intersection of one getter per entry: a context that knows more is assignable to one that knows less.
type GetEntries<Entries extends ContextEntries> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? GetEntry<Last['key'], Last['value']> & GetEntries<WithoutKey<Rest, Last['key']>>
  : GetValue

interface GetEntry<Key, Value> {
  <Asked extends Key>(
    key: Same<Asked, Key> extends true ? Asked : Key & { readonly 'not this key': never },
  ): Value
}

/** The properties that entries with a literal `property` install; the last one to name a property decides its type. */
type EntryProperties<Entries extends ContextEntries> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? PropertyOf<Last> & Omit<EntryProperties<Rest>, keyof PropertyOf<Last>>
  : unknown

type PropertyOf<Entry extends ContextEntry> = Entry extends {
  readonly property: infer Name extends string
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

/** What `context.get(key)` answers. */
export type GetContextValue<Context, Key> = Lookup<EntriesOf<Context>, Key>

type Lookup<Entries extends ContextEntries, Key> = Entries extends readonly [
  ...infer Rest extends ContextEntries,
  infer Last extends ContextEntry,
]
  ? Same<Last['key'], Key> extends true
    ? Last['value']
    : Lookup<Rest, Key>
  : UnsetValue<Key>

/** `Context` with `Params` merged into its params; the right side wins, an optional one falls back to the left. */
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
// Conditional, so that nothing is decided before a type parameter `Context` is known
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

/** `Context` plus, or with a replacement for, one entry. */
export type ContextWithEntry<Context, Entry extends EntryLike> = ContextWithEntries<
  Context,
  [Entry]
>

/** `Context` plus entries, the same as {@link ContextWithEntries}. */
export type ContextWithValues<Context, List extends readonly EntryLike[]> = ContextWithEntries<
  Context,
  List
>

/** `Context` in which `Key` holds `Value`: `ContextWithValue<App, typeof Role, 'admin'>`. */
export type ContextWithValue<Context, Key extends AnyContextKey, Value> = ContextWithEntries<
  Context,
  [ContextEntry<Key, Value>]
>

/**
 * The app-wide types. Augment it to give every stored action and controller the app's context:
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
