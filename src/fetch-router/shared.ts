// What other folders of the framework use from this one. It is not published.
export type { RouteInput, TargetFacts } from './action.ts'
export { nextWithHeaders } from './next-with-headers.ts'
export { createBody, ownRequest } from './own-request.ts'
export { readForm } from './read-form.ts'
export { runAround } from './create-runner.ts'
export { checkReturnsByDefault } from './check-returns.ts'
export { withRules } from './middleware-rules.ts'
export { holdOpen, ownNetworkOf } from './known-request.ts'
export { onBodyEnd, onClientLeft, whenResponded, whenSettled } from './request-end.ts'
export { hrefsOf } from './hrefs-of.ts'
export { headerOf, pathOf } from './read-source.ts'
export { observationOf, setRoute } from './route-of.ts'
export type { HandlerEnding, Observation, RenderProgress } from './observation.ts'
export { isObservable, type Observable } from './read-observers.ts'
export { internalsOf } from './internals-of.ts'
export type { DispatchContext } from './request-context.ts'
export { routerBusOf } from './router-bus.ts'
export { watchRun } from './watch-run.ts'
export type {
  Cause,
  ErrorEvent,
  ErrorPlace,
  HandlerEnd,
  HandlerResult,
  HandlerStart,
  RenderEnd,
  RenderStart,
  RequestEnd,
  RequestStart,
  RouteEvent,
  WorkEvent,
} from './observer.ts'
export type { MatchedRoute } from './context-types.ts'
export type { RouteTarget } from './action.ts'
