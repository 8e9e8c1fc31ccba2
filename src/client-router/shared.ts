// For the framework's other folders. It is not published.
export type { BlockFunction } from './blockers.ts'
export { normalizeEncType } from './enc-type.ts'
export type { NavigationPreview } from './preview.ts'
export { readLocation } from './read-location.ts'
export { createRouteParts } from './route-parts.ts'
export type { Departure, RouteSeam, SkewRecord } from './seams.ts'
export { allowDocumentLoad, isHydratable } from './skew.ts'
export { staticData } from './static-data.ts'
