export { framework } from './framework.ts'
export { inspectApp, type InspectedApp, type ServedRoute } from './inspect-app.ts'
export type { FrameworkOptions } from './options.ts'
