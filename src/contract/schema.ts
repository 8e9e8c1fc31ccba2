/**
 * A schema of any library that implements Standard Schema: zod 4, valibot, arktype and others, as they are.
 *
 * `jsonSchema` is the part of the standard that describes the input. Without it there is validation, but strings are not converted.
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | PromiseLike<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: unknown
  }
}

/** The result of a schema for a value: the output, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One thing that is wrong. These are the only two members that we read. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The input of a schema: `InputOf<typeof NewBook>`. */
export type InputOf<Of> = Of extends Schema<infer Input, any> ? Input : never

/** The output of a schema, which the handler gets: `OutputOf<typeof NewBook>`. */
export type OutputOf<Of> = Of extends Schema<any, infer Output> ? Output : never
