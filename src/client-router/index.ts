export {
  createErrorResponse,
  deserializeError,
  isRouteErrorResponse,
  serializeError,
  type ErrorResponse,
  type SerializedError,
} from './errors.ts'
export type {
  DoneFetcher,
  Fetcher,
  InitFetcher,
  LoadFetcher,
  RedirectFetcher,
  ReloadFetcher,
  SubmittingFetcher,
} from './fetcher.ts'
export type { Handoff, HandoffMatch } from './handoff.ts'
export { isResourceRoute, type ManifestRoute, type RouteManifest } from './manifest.ts'
export type { PageMatch, PageParams } from './match-pages.ts'
export type { ShouldReloadArgs, ShouldReloadFunction } from './reload-policy.ts'
export {
  createSnapshot,
  UNBLOCKED,
  type Blocker,
  type Commit,
  type HistoryAction,
  type PageState,
  type Snapshot,
} from './snapshot.ts'
export type { Submission, SubmissionMethod } from './submission.ts'
export {
  IDLE,
  type IdleTransition,
  type LoadingTransition,
  type Location,
  type ReloadingTransition,
  type SubmittingTransition,
  type Transition,
} from './transition.ts'
export {
  RESPONSE_HEADER,
  VERSION_HEADER,
  type ActionEnvelope,
  type LoaderEnvelope,
  type RedirectEnvelope,
  type RedirectInstruction,
  type RouteResult,
} from './wire.ts'
export type {
  BlockFunction,
  ClientRouter,
  FormSubmission,
  NavigateOptions,
  NavigationPreview,
} from './client-router.ts'
export type { PopListener, RouterHistory } from './history.ts'
export type { ShouldRevalidateArgs, ShouldRevalidateFunction } from './reload-policy.ts'
export type {
  ClientRouterOptions,
  DataAnswer,
  DataRequest,
  Departure,
  ModuleSeam,
  PolicyModule,
  SkewRecord,
  SkewSeam,
} from './seams.ts'
