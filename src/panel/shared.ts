// What the dev server uses from this folder.
export { errorDetails, excerptOf } from './error-details.ts'
export type { Entry } from './log.ts'
export { Panel, recordFile, type AppRoutes } from './panel.ts'
export type { CandidateLine, RouteLine } from './records.ts'
