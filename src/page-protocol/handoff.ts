import type { Fields } from '../internal/fields.ts'
import type { SerializedError } from './errors.ts'
import type { FormFailure } from './form-failure.ts'
import type { ManifestRoute } from './manifest.ts'
import type { PageParams } from './match-pages.ts'
import type { DeferredLine } from './wire.ts'

/** The JSON that the server writes into the document for hydration in the browser. */
export interface Handoff {
  /** The version of the manifest that the document was rendered with. */
  version: string
  /** The URL of the manifest: a JavaScript module whose default export is the manifest. */
  manifest: string
  /** The matched routes, root first, with the URLs of their modules, so that the entry imports them at once. */
  matches: HandoffMatch[]
  /** Whether the server could not load a module of the page, so that `matches` has only the root. */
  isUnloaded?: true
  /** The params of the page. */
  params: PageParams
  /** By route id. */
  loaderData: Record<string, unknown>
  /** By route id: a digest of what the loader reads, where its route says it. */
  reads?: Record<string, string>
  /** By route id: the names in the query that the loader reads, where its route says it. */
  query?: Record<string, readonly string[]>
  /** By route id, for a live page: the server's time before the loader started. */
  live?: Record<string, number>
  /** By route id: the names of the members that the loader deferred. They are not in `loaderData`. */
  later?: Record<string, readonly string[]>
  /** The deferred values that were known before the document was rendered. Others follow in blocks. */
  late?: readonly DeferredLine[]
  /** By route id. Only in the response to a form that the browser submitted itself. */
  actionData?: Record<string, unknown>
  /** The form that was refused, by route id. Only in a response with status 422. */
  invalid?: Record<string, FormFailure>
  /** What the forms of the page may know, by route id. */
  fields?: Record<string, Fields>
  /**
   * In an app with `once`: what the keys of the document's forms start with, `<16 random bytes>.<seconds in base 36>`. The
   * id that `useId()` returns follows after a dot. Empty if many visitors may get this document.
   */
  once?: string
  /**
   * In an app with `visitor`: a digest of who is signed in, `''` for nobody, or `null` if the document does not say it.
   * Without it, forms keep no drafts.
   */
  visitor?: string | null
  /** The query that the document was made with, if visitors with another query may get it. */
  search?: string
  /** By the id of the route whose boundary shows the error. */
  errors?: Record<string, SerializedError>
}

/** One matched route. It has its pathname, so that the browser does not have to match the URL again. */
export interface HandoffMatch {
  id: string
  module: string
  pathname: string
  /** If the manifest is split: the route, which the browser has from nowhere else. */
  route?: ManifestRoute
}
