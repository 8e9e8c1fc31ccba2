// The exports for other folders of the framework. They are not published.
export type { ContractPart, InputPart, ReadContract, SchemaIssue } from './contract.ts'
export { mayBeUnchosen } from './decode.ts'
export { pressedStatus, refusePress, shownErrors, type FailureError } from './failure.ts'
export { isJsonSchema, keyword, listOf, readJsonSchema, resolveRef } from './json-schema.ts'
export { joinContracts, readFields, readMessages } from './page-contract.ts'
export { assertJsonType } from './read-body.ts'
export { readContract } from './read-contract.ts'
export {
  namesWithoutField,
  readInput,
  refuseBody,
  type Input,
  type InputResult,
  type InputSource,
} from './read-input.ts'
export { readShape } from './read-shape.ts'
export { explainMissing, reviewContract } from './review-contract.ts'
export {
  allProperties,
  itemsOf,
  shapesBelow,
  type ItemShapes,
  type JsonSchema,
  type ObjectShape,
  type PropertyShape,
  type Rules,
  type Shape,
} from './shape.ts'
export { validate } from './validate.ts'
