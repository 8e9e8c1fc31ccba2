// What other folders of the framework use from this one. It is not published.
export { ownRequest } from './own-request.ts'
export { runAround } from './create-runner.ts'
