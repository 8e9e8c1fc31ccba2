// For the framework's other folders. It is not published.
export type { RouteModule } from './route-module.ts'
export { createServerPage } from './router-view.tsx'
export type { PreloadAttributes, ServerRender } from './contexts.ts'
