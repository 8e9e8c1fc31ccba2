export type { Contract, ContractInput } from './contract.ts'
export { createFields, type HtmlField, type HtmlFieldsOf } from './create-fields.ts'
export { createProblemResponse, type Failure } from './failure.ts'
export type { InputOf, OutputOf, Schema } from './contract.ts'
