// What other folders of the framework use from this one. It is not published.
export { isRoute } from './route-map.ts'
export type { PageNode } from './pages.ts'
