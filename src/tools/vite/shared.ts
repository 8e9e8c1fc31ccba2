// The exports for other folders of the framework. They are not published.
export { openAppRunner, readInMemoryApp, type AppRunner } from './app-runner.ts'
export {
  inspectApp,
  writeAppTypes,
  type InspectedApp,
  type InspectedContract,
} from './inspect-app.ts'
export {
  explainPath,
  pageSpelling,
  withBasename,
  type Candidate,
  type RoutePart,
  type ServedRoute,
} from './served-routes.ts'
export { markSources, sourceAttribute } from './mark-sources.ts'
export { nearestName } from './route-warnings.ts'
export { childNodes, parseModule, position, readImports } from './parse-module.ts'
export { boundNames, hoistedNames, replaceRanges } from './strip-exports.ts'
export { findRoutes } from './find-routes.ts'
export { flatRoutes } from './flat-routes.ts'
export type { RouteConfig } from './route-config.ts'
export { nameRoute } from './name-route.ts'
export { walkFolder } from './walk-folder.ts'
