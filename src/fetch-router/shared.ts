// What other folders of the framework use from this one. It is not published.
export { limitBody } from './limit-body.ts'
export { ownRequest } from './own-request.ts'
export { runAround } from './create-runner.ts'
export { checkReturnsByDefault } from './check-returns.ts'
export { onClientLeft, whenSettled } from './request-end.ts'
export { hrefsOf } from './hrefs-of.ts'
export { paramsOf, setRoute } from './route-of.ts'
export { watchRun } from './watch-run.ts'
