// The exports for other folders of the framework. They are not published.
export { isRoute } from './is-route.ts'
export type { PageNode } from './pages.ts'
export { withSearch } from './search-href.ts'
export { encodeNames, toText } from './encode-names.ts'
