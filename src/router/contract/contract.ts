import type { Shape } from './shape.ts'

/** The input and the output of a route. All members are optional. */
export interface Contract {
  /** The params of the pattern. If they do not fit, the response is a 404. */
  readonly params?: Schema
  /** The query. If it does not fit, the response is a 400. */
  readonly search?: Schema
  /** The body, as JSON or as a form. If it does not fit, the response is a 422. */
  readonly body?: Schema
  /** The JSON of the response: one schema for status 200, or schemas by status. */
  readonly returns?: Schema | { readonly [status: number]: Schema }
  /**
   * How the body may be sent. Other types get a 415.
   *
   * @default ['json', 'form'], or ['json'] if a form cannot express the body
   */
  readonly accepts?: readonly BodyType[]
  /** A description of the route, for API documents. */
  readonly describe?: {
    readonly summary?: string
    readonly description?: string
    readonly tags?: readonly string[]
    readonly deprecated?: boolean
  }
  /**
   * Leaves the route out of API documents.
   *
   * @default false
   */
  readonly hidden?: boolean
}

/** How a body may be sent. */
export type BodyType = 'json' | 'form'

/** The parts of a contract that a request fills, in the order in which they are checked. */
export type InputPart = 'params' | 'search' | 'body'

/** `context.input` of a route with this contract: the output of its schemas. */
export type ContractInput<Own> = {
  readonly [Part in keyof Own & InputPart]: Own[Part] extends Schema<any, infer Output>
    ? Output
    : never
}

/**
 * A schema of any library that implements Standard Schema: zod 4, valibot, arktype and others. It is used unchanged.
 *
 * `jsonSchema` is the part of the standard that describes the input. Without it, the input is validated, but strings are not
 * converted.
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

/** One mistake that a schema has found. Only these two members are read. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The input of a schema: `InputOf<typeof NewBook>`. */
export type InputOf<Of> = Of extends Schema<infer Input, any> ? Input : never

/** The output of a schema, which the handler gets: `OutputOf<typeof NewBook>`. */
export type OutputOf<Of> = Of extends Schema<any, infer Output> ? Output : never

/** A checked contract, with the information from its schemas. */
export interface ReadContract {
  /** The parts of a request that it checks, in order. */
  readonly parts: readonly ContractPart[]
  readonly accepts: readonly BodyType[]
  /** The schemas of responses by status. */
  readonly returns: ReadonlyMap<number, Schema>
}

export interface ContractPart {
  readonly name: InputPart
  readonly schema: Schema
  /** `null` if the schema has no JSON Schema. */
  readonly shape: Shape | null
  /** `body schema of POST "/books"`, for messages. */
  readonly where: string
}
