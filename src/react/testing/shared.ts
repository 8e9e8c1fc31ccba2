// What the test kit uses from this folder. It is not published. It is not in ../shared.ts, because servers load that.
export { createBrowser } from '../browser.ts'
export { HydratedRouter } from '../hydrated-router.tsx'
export type { PageParamsOf } from '../handler-args.ts'
export type { RouteModule } from '../route-module.ts'
