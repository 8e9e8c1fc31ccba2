import type { DataWithInit, Invalid, JsonOf, TypedResponse } from '../response/index.ts'

/** The type that a component gets for the return type of a loader or action. `unknown` for an untyped `Response`. */
export type DataOf<Returned> =
  Returned extends DataWithInit<infer Data>
    ? JsonOf<Data>
    : Returned extends TypedResponse<infer Data>
      ? JsonOf<Data>
      : Returned extends Invalid
        ? never
        : Returned extends void
          ? null
          : JsonOf<Returned>

/** The data of `Handler` if that is a loader or an action. Any other type is the data itself. */
export type SerializeFrom<Handler> = Handler extends (...args: any) => infer Returned
  ? DataOf<Awaited<Returned>>
  : Handler
