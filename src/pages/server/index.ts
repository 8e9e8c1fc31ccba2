export type { HandleErrorArgs, RenderArgs, ServerBuild } from './build.ts'
export { createHandler, type AppHandler, type HandlerOptions } from './create-handler.ts'
export { createPages, type Pages, type PagesOptions } from './create-pages.ts'
