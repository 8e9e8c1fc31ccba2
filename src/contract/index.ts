export type { Contract, ContractInput, InputPart } from './contract.ts'
export { createProblemResponse, type Failure, type FailureError } from './failure.ts'
export type { InputOf, OutputOf, Schema, SchemaIssue, SchemaResult } from './schema.ts'
