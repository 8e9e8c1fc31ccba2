// What other folders of the framework use from this one. It is not published.
export { readJsonSchemas, resolveRef, type JsonSchema } from './json-schema.ts'
export { joinContracts, readFields } from './page-contract.ts'
export { readContract, type ContractPart, type ReadContract } from './read-contract.ts'
export { readInput, refuseBody, type Input, type InputSource } from './read-input.ts'
export { validate } from './validate.ts'
export { explainMissing, reviewContract } from './review-contract.ts'
