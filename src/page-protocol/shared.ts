// What tools for developers use from this folder. The server and the browser import its files.
export { addBasename } from './basename.ts'
export { dataQuery, takeDataParam } from './data-url.ts'
export { stripIndexParam } from './index-param.ts'
export { branchOf, isResourceRoute, type ManifestRoute } from './manifest.ts'
export { findLeaves } from './match-pages.ts'
export { matchesWithPath } from './matches-with-path.ts'
export { RESPONSE_HEADER } from './wire.ts'
