// The exports for other folders of the framework. They are not published.
export type { RouteInput, RouteTarget, TargetFacts } from './action.ts'
export { internalsOf, onClientLeft, whenResponded, whenSettled } from './context-internals.ts'
export type { MatchedRoute } from './context-types.ts'
export { canonicalAddress, networkOf } from './canonical-address.ts'
export { MessagesKey, translateFailure, translateFields, type Messages } from './messages.ts'
export { runAround } from './create-runner.ts'
export { holdOpen, clientNetworkOf } from './known-request.ts'
export { withRules } from './middleware.ts'
export { nextWithHeaders } from './next-with-headers.ts'
export type { HandlerEnding, Observation, RenderProgress } from './observation.ts'
export { isObservable, type Observable } from './observer.ts'
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
export { createBody, adoptRequest, readForm } from './adopt-request.ts'
export { createIncomingHandler, GivenRequest } from './given-request.ts'
export { checkReturnsByDefault } from './prepare-input.ts'
export type { InternalContext } from './request-context.ts'
export { routerBusOf } from './router-bus.ts'
export { watchBody } from './watch-body.ts'
export { buildOf, sendInner, variantOf } from './inner-request.ts'
export { StartRun, lentBy, type Lent, type Start, type StartArgs } from './start-run.ts'
