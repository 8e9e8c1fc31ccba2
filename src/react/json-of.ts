import type { DataWithInit, TypedResponse } from '../response/index.ts'

/**
 * What is left of a value after JSON: dates are strings, functions and `undefined` are gone. What would lose its content
 * is refused: `JsonOf<Map<string, number>>` has nothing but a name that says so.
 */
export type JsonOf<Value> = 0 extends 1 & Value
  ? unknown
  : Value extends { toJSON(...args: any): infer Json }
    ? JsonOf<Json>
    : Value extends string | number | boolean | null
      ? Value
      : Value extends undefined
        ? null
        : Value extends bigint | symbol | ((...args: any) => any)
          ? never
          : Value extends NotJson
            ? Refused<Value>
            : Value extends readonly unknown[]
              ? { -readonly [Index in keyof Value]: JsonOf<Value[Index]> }
              : Value extends object
                ? JsonObject<Value>
                : Value

/** What JSON makes `{}` of. An `Error` is left out: any object with a name and a message has its shape. */
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

/** What a value is that JSON cannot carry. */
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

/** Names that are always there. */
type RequiredName<Value, Name extends keyof Value> = Name extends symbol
  ? never
  : IsDropped<Value[Name]> extends true
    ? never
    : undefined extends Value[Name]
      ? unknown extends Value[Name]
        ? Name
        : never
      : Name

/** Names that are missing when their value is `undefined`. */
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

/** What a component sees of what a loader or action returned; of a `Response` whose JSON is not typed, `unknown`. */
export type DataOf<Returned> =
  Returned extends DataWithInit<infer Data>
    ? JsonOf<Data>
    : Returned extends TypedResponse<infer Data>
      ? JsonOf<Data>
      : Returned extends void
        ? null
        : JsonOf<Returned>

/** The data of `Handler`, a loader or an action; any other type is the data itself. */
export type SerializeFrom<Handler> = Handler extends (...args: any) => infer Returned
  ? DataOf<Awaited<Returned>>
  : Handler
