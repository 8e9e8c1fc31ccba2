export {
  route,
  route as createRoutes,
  type BuildRoute,
  type BuildRoutes,
  type RouteDef,
  type RouteDefs,
  type RouteMap,
} from './route-map.ts'
export { Route, type RouteMethod } from './route.ts'
export {
  get,
  get as createGetRoute,
  head,
  head as createHeadRoute,
  post,
  post as createPostRoute,
  put,
  put as createPutRoute,
  patch,
  patch as createPatchRoute,
  del,
  del as createDeleteRoute,
  options,
  options as createOptionsRoute,
  query,
  any,
  any as createAnyRoute,
} from './verbs.ts'
export { form, form as createFormRoutes, type FormOptions, type FormRoutes } from './form.ts'
export {
  resource,
  resource as createResourceRoutes,
  resources,
  resources as createResourcesRoutes,
  type ResourceMethod,
  type ResourceOptions,
  type ResourceRoutes,
  type ResourcesMethod,
  type ResourcesOptions,
  type ResourcesRoutes,
} from './resources.ts'
export { isRequestMethod, RequestMethods, type RequestMethod } from '../../internal/http/http.ts'
export {
  index,
  layout,
  page,
  pages,
  type PageOptions,
  type PageRoute,
  type PageTree,
} from './pages.ts'
