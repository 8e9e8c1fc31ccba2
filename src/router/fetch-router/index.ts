export { createAction, type Action, type RequestHandler } from './action.ts'
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
  GetContextValue,
  GetEntry,
  GetValue,
  RouterTypes,
} from './context-types.ts'
export { createController, type Controller } from './controller.ts'
export {
  createFetchHandler,
  type ErrorHandler,
  type FetchHandler,
  type FetchHandlerOptions,
  type FetchHandlerSource,
} from './create-fetch-handler.ts'
export { ClientAddress, Nonce, RequestId, Shutdown, WaitUntil } from './context-key.ts'
export { after } from './after.ts'
export { addressOf, shutdownOf } from './known-request.ts'
export {
  createMiddleware,
  type ContextWithMiddleware,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareList,
  type NextFunction,
} from './middleware.ts'
export type { Observer, ServerEvent } from './observer.ts'
export type { Provide } from './provide.ts'
export { provided } from './provide.ts'
export type { StartArgs } from './start-run.ts'
export { RequestContext } from './request-context.ts'
export type { RouteBuilder, RouteInstaller } from './route-builder.ts'
export { routeOf } from './route-of.ts'
export type { RouteEntry } from './route-table.ts'
export {
  createRouter,
  type RouteInfo,
  type Router,
  type RouterContext,
  type RouterOptions,
} from './router.ts'
export { isRequestMethod, RequestMethods, type RequestMethod } from '../routes/index.ts'
