// What other folders of the framework use of this one. It is not published.
export { ownRequest } from './own-request.ts'
export { runAround } from './create-runner.ts'
export { checkReturnsByDefault } from './check-returns.ts'
