// What other folders of the framework use from this one. It is not published.
export { isRoute } from './is-route.ts'
export type { PageNode } from './pages.ts'
