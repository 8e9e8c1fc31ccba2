import type { Schema } from './schema.ts'

/** What a route takes and returns. All members are optional. */
export interface Contract {
  /** The params of the pattern. Other params get a 404. */
  readonly params?: Schema
  /** The query. Another query gets a 400. */
  readonly search?: Schema
  /** The body, as JSON or as a form. Another body gets a 422. */
  readonly body?: Schema
  /** The JSON of the response: one schema for status 200, or schemas by status. */
  readonly returns?: Schema | { readonly [status: number]: Schema }
  /**
   * How the body may be sent. Other types get a 415.
   *
   * @default ['json', 'form'], or ['json'] if a form cannot express the body
   */
  readonly accepts?: readonly ('json' | 'form')[]
  /** What documents say about the route. */
  readonly describe?: {
    readonly summary?: string
    readonly description?: string
    readonly tags?: readonly string[]
    readonly deprecated?: boolean
  }
  /**
   * Leaves the route out of documents.
   *
   * @default false
   */
  readonly hidden?: boolean
}

/** The parts of a contract that a request fills, in the order in which they are checked. */
export type InputPart = 'params' | 'search' | 'body'

/** `context.input` of a route with this contract: what its schemas returned. */
export type ContractInput<Own> = {
  readonly [Part in keyof Own & InputPart]: Own[Part] extends Schema<any, infer Output>
    ? Output
    : never
}
