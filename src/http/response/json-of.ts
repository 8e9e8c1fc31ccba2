import type { DataWithInit } from './data.ts'
import type { Invalid } from './invalid.ts'
import type { TypedResponse } from './json.ts'
import type { Later } from './later.ts'

/**
 * The type of a value after JSON: dates become strings, and functions and `undefined` are removed. A type that would lose
 * its content, such as `Map`, becomes {@link Refused}. A deferred member becomes a promise. `any` stays `any` (MV-2).
 */
export type JsonOf<Value> = 0 extends 1 & Value
  ? any
  : Value extends Scalar
    ? Value
    : IsFlat<Value> extends true
      ? Value
      : Value extends { toJSON(...args: any): infer Json }
        ? Value extends Later<infer Deferred>
          ? Promise<JsonOf<Deferred>>
          : JsonOf<Json>
        : Value extends undefined
          ? null
          : Value extends bigint | symbol | ((...args: any) => any)
            ? never
            : Value extends NotJson
              ? Value extends PromiseLike<any>
                ? 'Cannot send a promise: await it, or defer it with later()'
                : Refused<Value>
              : Value extends readonly (infer Item)[]
                ? Item[] extends Value
                  ? // TypeScript defers this, so that a list may contain its own type.
                    JsonOf<Item>[]
                  : { -readonly [Index in keyof Value]: JsonOf<Value[Index]> }
                : Value extends object
                  ? JsonObject<Value>
                  : Value

/** The values that JSON converts to `Json`. A string may come from a `toJSON()`, such as a date's. */
export type Unsent<Json> = Json extends string
  ? Json | { toJSON(): Json }
  : Json extends Scalar
    ? Json
    : Json extends readonly (infer Item)[]
      ? number extends Json['length']
        ? readonly Unsent<Item>[]
        : { readonly [Index in keyof Json]: Unsent<Json[Index]> }
      : Json extends object
        ? { readonly [Name in keyof Json]: Unsent<Json[Name]> | UndefinedIn<Json[Name]> }
        : Json

/** A member that may be missing may be `undefined` too. */
type UndefinedIn<Value> = undefined extends Value ? undefined : never

type Scalar = string | number | boolean | null

/** Whether all properties are scalars, so that JSON changes nothing. Most rows of a table are like this. */
type IsFlat<Value> = Value extends object
  ? keyof Value extends string | number
    ? 0 extends 1 & Value[keyof Value]
      ? false
      : [Value[keyof Value]] extends [Scalar]
        ? true
        : false
    : false
  : false

/** Types that JSON converts to `{}`. `Error` is not in the list: any object with a name and a message has its shape. */
export type NotJson =
  | ReadonlyMap<any, any>
  | ReadonlySet<any>
  | WeakMap<any, any>
  | WeakSet<any>
  | PromiseLike<any>
  | RegExp
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | FormData
  | Headers
  | URLSearchParams
  | ReadableStream<any>

/** The type of a value that cannot be sent as JSON. */
export interface Refused<Value> {
  'cannot be sent as JSON': Value
}

type JsonObject<Value extends object> = Flat<
  {
    [Name in keyof Value as RequiredName<Value, Name>]: JsonOf<Value[Name]>
  } & {
    [Name in keyof Value as OptionalName<Value, Name>]?: JsonOf<Exclude<Value[Name], undefined>>
  }
>

type Flat<Value> = { [Name in keyof Value]: Value[Name] }

/** Names of properties that are always present. */
type RequiredName<Value, Name extends keyof Value> = Name extends symbol
  ? never
  : IsDropped<Value[Name]> extends true
    ? never
    : undefined extends Value[Name]
      ? unknown extends Value[Name]
        ? Name
        : never
      : Name

/** Names of properties that are missing if their value is `undefined`. */
type OptionalName<Value, Name extends keyof Value> = Name extends symbol
  ? never
  : IsDropped<Value[Name]> extends true
    ? never
    : undefined extends Value[Name]
      ? unknown extends Value[Name]
        ? never
        : Name
      : never

type IsDropped<Value> = 0 extends 1 & Value
  ? false
  : [Exclude<Value, undefined>] extends [never]
    ? true
    : [Exclude<Value, undefined>] extends [symbol | ((...args: any) => any)]
      ? true
      : false

/**
 * The type that a component gets for the return type of a loader or action. An untyped `Response` is left out beside other
 * data, and `unknown` without it.
 */
export type DataOf<Returned> = [DataOfEach<Returned>] extends [never]
  ? Response extends Returned
    ? unknown
    : never
  : DataOfEach<Returned>

type DataOfEach<Returned> =
  Returned extends DataWithInit<infer Data>
    ? JsonOf<Data>
    : Returned extends TypedResponse<infer Data>
      ? '~data' extends keyof Returned
        ? JsonOf<Data>
        : never
      : Returned extends Invalid
        ? never
        : Returned extends void
          ? null
          : JsonOf<Returned>

/** The data of `Handler` if that is a loader or an action. Any other type is the data itself. */
export type SerializeFrom<Handler> = Handler extends (...args: any) => infer Returned
  ? DataOf<Awaited<Returned>>
  : Handler
