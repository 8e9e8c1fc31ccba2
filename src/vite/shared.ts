// For the framework's other folders. It is not published.
export { inspectApp, type InspectedApp, type ServedRoute } from './inspect-app.ts'
