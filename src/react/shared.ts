// What other folders of the framework use of this one. It is not published.
export type { RouteModule } from './route-module.ts'
export { createServerPage } from './router-view.tsx'
export type { ServerRender } from './server-render.ts'
