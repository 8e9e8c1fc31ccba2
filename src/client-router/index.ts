export { addBasename, stripBasename } from '../page-protocol/basename.ts'
export { normalizeEncType } from './enc-type.ts'
export {
  createErrorResponse,
  deserializeError,
  isRouteErrorResponse,
  serializeError,
  type ErrorResponse,
  type SerializedError,
} from '../page-protocol/errors.ts'
export {
  initFetcher,
  type DoneFetcher,
  type Fetcher,
  type InitFetcher,
  type LoadFetcher,
  type RedirectFetcher,
  type ReloadFetcher,
  type SubmittingFetcher,
} from '../page-protocol/fetcher.ts'
export type { Handoff, HandoffMatch } from '../page-protocol/handoff.ts'
export { hasIndexParam, stripIndexParam } from '../page-protocol/index-param.ts'
export {
  isResourceRoute,
  type ManifestRoute,
  type PathTokens,
  type RouteManifest,
} from '../page-protocol/manifest.ts'
export {
  actionTarget,
  createPageMatcher,
  matchRoot,
  otherSpelling,
  type PageMatch,
  type PageMatcher,
  type PageParams,
} from '../page-protocol/match-pages.ts'
export { boundaryOf } from '../page-protocol/boundaries.ts'
export type { ShouldReloadArgs, ShouldReloadFunction } from '../page-protocol/should-reload.ts'
export {
  createSnapshot,
  UNBLOCKED,
  type Blocker,
  type Commit,
  type HistoryAction,
  type PageState,
  type Snapshot,
} from '../page-protocol/snapshot.ts'
export {
  formFields,
  type FormFields,
  type Submission,
  type SubmissionMethod,
} from '../page-protocol/submission.ts'
export type { FormSubmission } from './create-submission.ts'
export {
  IDLE,
  type IdleTransition,
  type LoadingTransition,
  type Location,
  type ReloadingTransition,
  type SubmittingTransition,
  type Transition,
} from '../page-protocol/transition.ts'
export {
  createDataUrl,
  RESPONSE_HEADER,
  takeDataParam,
  VERSION_HEADER,
  type ActionEnvelope,
  type LoaderEnvelope,
  type RedirectEnvelope,
  type RedirectInstruction,
  type RouteResult,
} from '../page-protocol/wire.ts'
export type { BlockFunction } from './blockers.ts'
export { createBrowserHistory, type HistoryWindow } from './browser-history.ts'
export { readLocation } from './read-location.ts'
export { createClientRouter, type ClientRouter, type NavigateOptions } from './client-router.ts'
export type { NavigationPreview } from './preview.ts'
export { createLocation, hrefOf, pathOf, resolveHref, type Path } from './href.ts'
export { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
export { isHydratable, mayLeave } from './skew.ts'
export type { PopListener, RouterHistory } from './history.ts'
export type {
  ShouldRevalidateArgs,
  ShouldRevalidateFunction,
} from '../page-protocol/should-reload.ts'
export type {
  ClientRouterOptions,
  DataRequest,
  Departure,
  ModuleSeam,
  PolicyModule,
  SkewRecord,
  SkewSeam,
} from './seams.ts'
export type { DataAnswer } from '../page-protocol/wire.ts'
