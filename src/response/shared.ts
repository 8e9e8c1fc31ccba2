// What other folders of the framework use of this one. It is not published.
export { reloadHeader, replaceHeader } from './redirect.ts'
export { serializeLocation } from './serialize-location.ts'
