// What other folders of the framework use of this one. It is not published.
export { inspectApp, type InspectedApp, type ServedRoute } from './inspect-app.ts'
