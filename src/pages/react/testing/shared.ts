// The exports for the test kit. They are not published. They are not in ../shared.ts, because servers load that file.
export { createBrowser } from '../browser.ts'
export { HydratedRouter } from '../hydrated-router.tsx'
export type { PageParamsOf } from '../handler-args.ts'
export type { RouteModule } from '../route-module.ts'
