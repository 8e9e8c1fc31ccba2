// For the framework's other folders. It is not published.
export type { BlockFunction } from './blockers.ts'
export { awaitLive } from './await-live.ts'
export { createBrowserHistory } from './browser-history.ts'
export { assembleRouter, type NavigateOptions } from './client-router.ts'
export type { FormSubmission } from './create-submission.ts'
export { normalizeEncType } from './enc-type.ts'
export { hrefOf } from './href.ts'
export { lazyFetching } from './lazy-fetching.ts'
export type { NavigationPreview } from './client-router.ts'
export { readLocation } from './read-location.ts'
export { createRouteParts } from './route-parts.ts'
export type {
  DataRequest,
  KeyedSubmission,
  Departure,
  FormKey,
  RouteSeam,
  SkewRecord,
} from './seams.ts'
export { allowDocumentLoad, isHydratable } from './load-document.ts'
export { staticData } from './static-data.ts'
