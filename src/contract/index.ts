export type { Contract, ContractInput, InputPart } from './contract.ts'
export {
  createFields,
  type CreateFieldsOptions,
  type HtmlField,
  type HtmlFieldsOf,
} from './create-fields.ts'
export { createProblemResponse, type Failure, type FailureError } from './failure.ts'
export type { InputOf, OutputOf, Schema, SchemaIssue, SchemaResult } from './schema.ts'
