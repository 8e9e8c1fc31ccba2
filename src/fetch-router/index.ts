export {
  createAction,
  type Action,
  type ActionObject,
  type RequestHandler,
  type RouteTarget,
} from './action.ts'
export {
  createContextKey,
  type AnyContextKey,
  type ContextKey,
  type ContextKeyWithDefault,
} from './context-key.ts'
export type {
  AnyParams,
  BaseContext,
  ContextEntries,
  ContextEntry,
  ContextValue,
  ContextWithEntries,
  ContextWithEntry,
  ContextWithParams,
  ContextWithValue,
  ContextWithValues,
  DefaultContext,
  Dispatcher,
  GetContextValue,
  MatchedRoute,
  RouterTypes,
  SetOptions,
} from './context-types.ts'
export { createController, type Controller, type ControllerActions } from './controller.ts'
export {
  createFetchHandler,
  type ErrorHandler,
  type FetchHandler,
  type FetchHandlerOptions,
  type FetchHandlerSource,
} from './create-fetch-handler.ts'
export { ClientAddress, Nonce, RequestId, Shutdown, WaitUntil } from './keys.ts'
export { addressOf, shutdownOf } from './known-request.ts'
export {
  createMiddleware,
  type ContextWithMiddleware,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareList,
  type NextFunction,
} from './middleware.ts'
export type {
  CacheEvent,
  Cause,
  DeferredEvent,
  ErrorEvent,
  ErrorPlace,
  HandlerEnd,
  HandlerResult,
  HandlerStart,
  MiddlewareEnd,
  MiddlewareLevel,
  MiddlewareStart,
  Observer,
  RenderEnd,
  RenderShell,
  RenderStart,
  RequestEnd,
  RequestStart,
  RouteEvent,
  ServerEvent,
  SessionCommit,
  SessionRead,
  Verdict,
  WorkEvent,
} from './observer.ts'
export type { Provide } from './provide.ts'
export { provided } from './provided.ts'
export { RequestContext } from './request-context.ts'
export type { RegisterVerb, RouteBuilder, RouteInstaller } from './route-builder.ts'
export { routeOf } from './route-of.ts'
export type { RouteEntry } from './route-table.ts'
export { createRouter, type Router, type RouterContext, type RouterOptions } from './router.ts'
export { isRequestMethod, RequestMethods, type RequestMethod } from '../routes/index.ts'
