import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import type { PageMatcher } from '../page-protocol/match-pages.ts'
import type {
  ShouldReloadFunction,
  ShouldRevalidateFunction,
} from '../page-protocol/should-reload.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { DataAnswer } from '../page-protocol/wire.ts'
import type { RouterHistory } from './history.ts'

/** Everything that the machine does to the world, it does through these. */
export interface Seams {
  history: RouterHistory
  /** Performs a request: `fetch` with `credentials: 'same-origin'`. It rejects when the network fails or on abort. */
  data: (request: DataRequest) => Promise<DataAnswer>
  modules: ModuleSeam
  /**
   * Loads a document, after the `useBeforeUnload` callbacks. Resolves only if the page is still here after
   * a while (8 s in a browser): a download, or an unload that the user refused.
   */
  loadDocument: (href: string, how: Departure, submission?: Submission) => Promise<void>
  skew: SkewSeam
}

/** One request of the data seam. */
export interface DataRequest {
  /** Path and search, ready to be fetched. */
  url: string
  method: string
  /** For mutations: what `fetch` takes as `body`, which also decides the content type. */
  body: FormData | URLSearchParams | Blob | string | undefined
  signal: AbortSignal
  /** `reload` when something changed on the server that a cached answer would hide. */
  cache: 'default' | 'reload'
  /** `manual` for pages, whose redirects come enveloped; `follow` for URLs that are no page. */
  redirect: 'manual' | 'follow'
}

/** Loads route modules and knows which are there. */
export interface ModuleSeam {
  /** The module, once it was loaded. */
  get(id: string): PolicyModule | undefined
  /** Loads the module and waits for its stylesheets. Called only for modules that `get` does not have. */
  load(route: ManifestRoute): Promise<unknown>
}

/** The exports of a route module that the machine itself reads. */
export interface PolicyModule {
  shouldReload?: ShouldReloadFunction
  unstable_shouldReload?: ShouldReloadFunction
  shouldRevalidate?: ShouldRevalidateFunction
}

/** The four ways a browser has to load a document. `hash` changes the hash in place, then reloads. */
export type Departure = 'assign' | 'replace' | 'reload' | 'hash'

/** Where the loop guard of a deploy skew is remembered across documents. */
export interface SkewSeam {
  read(): SkewRecord | undefined
  /** Answers `false` where nothing can be stored; then no document loads automatically. */
  write(record: SkewRecord): boolean
  clear(): void
}

/** The last automatic document load: which build wanted to go where, how often, and when (ms since the epoch). */
export interface SkewRecord {
  version: string
  href: string
  n: number
  t: number
}

/** Where the routes of a manifest come from that is split. */
export interface RouteSeam {
  /** The branch of routes for a pathname; `null` when it is no page, or not known yet. */
  match: PageMatcher
  /**
   * Loads what is needed to find the page at `url`.
   *
   * @returns `undefined` if that is known. Else a promise of what failed, which never rejects
   */
  learn(url: URL): Promise<LearnFailure | undefined> | undefined
}

/** Why routes could not be learned: the build that has them is gone (`missing`), or the network failed. */
export interface LearnFailure {
  type: 'missing' | 'error'
  error: Error
}

/** What {@link createClientRouter} needs. Without a route seam, the manifest has every page. */
export interface ClientRouterOptions extends Seams, Partial<RouteSeam> {
  manifest: RouteManifest
  /** What the server rendered. Without it the first page has no data yet and loads by `revalidate()`. */
  page?: {
    loaderData?: Readonly<Record<string, unknown>>
    actionData?: Readonly<Record<string, unknown>> | undefined
    errors?: Readonly<Record<string, unknown>> | undefined
  }
  /** @default 'http://localhost' */
  origin?: string
  /** @default Date.now */
  now?: () => number
}
