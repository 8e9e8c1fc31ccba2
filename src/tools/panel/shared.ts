// What the dev server uses from this folder.
export type { ErrorDetails } from './describe-problem.ts'
export type { Entry } from './log.ts'
export { Panel, recordFile } from './panel.ts'
export type { AppRoutes, CandidateLine, RouteLine } from './records.ts'
