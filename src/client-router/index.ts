export { addBasename, stripBasename } from './basename.ts'
export { normalizeEncType } from './enc-type.ts'
export {
  createErrorResponse,
  deserializeError,
  isRouteErrorResponse,
  serializeError,
  type ErrorResponse,
  type SerializedError,
} from './errors.ts'
export {
  initFetcher,
  type DoneFetcher,
  type Fetcher,
  type InitFetcher,
  type LoadFetcher,
  type RedirectFetcher,
  type ReloadFetcher,
  type SubmittingFetcher,
} from './fetcher.ts'
export type { Handoff, HandoffMatch } from './handoff.ts'
export { hasIndexParam, stripIndexParam } from './index-param.ts'
export {
  isResourceRoute,
  type ManifestRoute,
  type PathTokens,
  type RouteManifest,
} from './manifest.ts'
export {
  actionTarget,
  createPageMatcher,
  isCatchAll,
  matchRoot,
  type PageMatch,
  type PageMatcher,
  type PageParams,
} from './match-pages.ts'
export { boundaryOf } from './boundaries.ts'
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
export {
  formFields,
  type FormFields,
  type FormSubmission,
  type Submission,
  type SubmissionMethod,
} from './submission.ts'
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
  createDataUrl,
  RESPONSE_HEADER,
  takeDataParam,
  VERSION_HEADER,
  type ActionEnvelope,
  type LoaderEnvelope,
  type RedirectEnvelope,
  type RedirectInstruction,
  type RouteResult,
} from './wire.ts'
export type { BlockFunction } from './blockers.ts'
export { createBrowserHistory, type HistoryWindow } from './browser-history.ts'
export { readLocation } from './read-location.ts'
export { createClientRouter, type ClientRouter, type NavigateOptions } from './client-router.ts'
export type { NavigationPreview } from './preview.ts'
export { createLocation, hrefOf, pathOf, resolveHref, type Path } from './href.ts'
export { createMemoryHistory, type MemoryHistory } from './memory-history.ts'
export { isHydratable, mayLeave } from './skew.ts'
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
