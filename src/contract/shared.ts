// What other folders of the framework use from this one. It is not published.
export { mayBeUnchosen } from './decode.ts'
export { pressedStatus, refusePress } from './press-form.ts'
export { shownErrors } from './failure.ts'
export {
  isJsonSchema,
  keyword,
  listOf,
  readJsonSchema,
  resolveRef,
  type JsonSchema,
} from './json-schema.ts'
export { joinContracts, readFields, readMessages } from './page-contract.ts'
export { assertJsonType } from './read-body.ts'
export { readContract, type ContractPart, type ReadContract } from './read-contract.ts'
export { readShape } from './read-shape.ts'
export type { Rules } from './rules.ts'
export {
  allProperties,
  itemsOf,
  shapesBelow,
  type ItemShapes,
  type ObjectShape,
  type PropertyShape,
  type Shape,
} from './shape.ts'
export {
  namesWithoutField,
  readInput,
  refuseBody,
  type Input,
  type InputResult,
  type InputSource,
} from './read-input.ts'
export { validate } from './validate.ts'
export { explainMissing, reviewContract } from './review-contract.ts'
export type { FailureError } from './failure.ts'
export type { InputPart, SchemaIssue } from './contract.ts'
