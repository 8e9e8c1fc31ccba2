// What the test kit uses of this folder. It is not published, and not in ../shared.ts: servers load that.
export { createBrowser } from '../browser.ts'
export { HydratedRouter } from '../hydrated-router.tsx'
export type { PageParamsOf } from '../handler-args.ts'
export type { RouteModule } from '../route-module.ts'
