export { renderRoute, type RouteView } from './render-route.tsx'
export type { RenderRouteOptions } from './route-options.ts'
