export { renderRoute, type RouteView } from './render-route.tsx'
export type {
  LoadArgs,
  LoadStub,
  OtherStub,
  ParentStub,
  RenderRouteOptions,
  StubParams,
  SubmitArgs,
} from './route-options.ts'
export type { StubCall } from './stub-server.ts'
