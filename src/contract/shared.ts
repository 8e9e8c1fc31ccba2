// What other folders of the framework use from this one. It is not published.
export { readFieldSet } from './constraints.ts'
export { shownErrors } from './failure.ts'
export { readContract, type ReadContract } from './read-contract.ts'
export { readInput, refuseBody, type Input, type InputSource } from './read-input.ts'
export { validate } from './validate.ts'
export { explainMissing, reviewContract } from './review-contract.ts'
