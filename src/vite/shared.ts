// What other folders of the framework use of this one. It is not published.
export { openAppRunner, readInMemoryApp, type AppRunner } from './app-runner.ts'
export { inspectApp, type InspectedApp, type ServedRoute } from './inspect-app.ts'
