import type { Fields } from '../../internal/forms/fields.ts'
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
  /** A digest of the tags that the loader reads, by route id. Only for routes that declare them. */
  reads?: Record<string, string>
  /** The names in the query that the loader reads, by route id. Only for routes that declare them. */
  query?: Record<string, readonly string[]>
  /** The server's time before the loader started, by route id. Only for a live page. */
  live?: Record<string, number>
  /** The names of the members that the loader deferred, by route id. They are not in `loaderData`. */
  later?: Record<string, readonly string[]>
  /** The deferred values that had settled before the document was rendered. The others follow in blocks. */
  late?: readonly DeferredLine[]
  /** By route id. Only in the response to a form that the browser submitted itself. */
  actionData?: Record<string, unknown>
  /** The form that was refused, by route id. Only in a response with status 422. */
  invalid?: Record<string, FormFailure>
  /** The fields of the page's forms, by route id. */
  fields?: Record<string, Fields>
  /**
   * The start of the keys of the document's forms, in an app with `once`: `<16 random bytes>.<seconds in base 36>`. A dot
   * and the id of `useId()` follow. Empty if many visitors may get this document.
   */
  once?: string
  /**
   * A digest of the user who is signed in, in an app with `visitor`. `''` for a guest, or `null` if the document does not
   * say it. Without it, forms keep no drafts.
   */
  visitor?: string | null
  /** The query that the document was created for, if the document may also be shown for other queries. */
  search?: string
  /** By the id of the route whose boundary shows the error. */
  errors?: Record<string, SerializedError>
}

/** One matched route. It has its pathname, so that the browser does not have to match the URL again. */
export interface HandoffMatch {
  id: string
  module: string
  pathname: string
  /** The route, if the manifest is split. Then the browser does not have it from the manifest. */
  route?: ManifestRoute
}
