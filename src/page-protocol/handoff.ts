import type { SerializedError } from './errors.ts'
import type { ManifestRoute } from './manifest.ts'
import type { PageParams } from './match-pages.ts'

/** What the server writes into the document and the browser hydrates from. JSON. */
export interface Handoff {
  /** Version of the manifest that rendered the document. */
  version: string
  /** URL of the manifest: a JavaScript module whose default export is the manifest. */
  manifest: string
  /** The matched routes, root first, with the URLs of their modules, so that the entry imports them at once. */
  matches: HandoffMatch[]
  /** The params of the page. */
  params: PageParams
  /** By route id. */
  loaderData: Record<string, unknown>
  /** By route id; present on the answer to a document POST. */
  actionData?: Record<string, unknown>
  /** By the id of the route whose boundary shows it. */
  errors?: Record<string, SerializedError>
}

/** One matched route. Its pathname is there so that the browser need not match the URL again. */
export interface HandoffMatch {
  id: string
  module: string
  pathname: string
  /** If the manifest is split: the route, which the browser has from nowhere else. */
  route?: ManifestRoute
}
