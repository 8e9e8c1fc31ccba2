import type { ManifestRoute } from './manifest.ts'

/** A matched route and what it matched. */
export interface PageMatch {
  readonly id: string
  readonly route: ManifestRoute
  /** The params of the whole branch, decoded; optional ones are present as `undefined`. */
  readonly params: PageParams
  /** The route's own pattern written with the params, with the basename; a pathless route has its parent's. */
  readonly pathname: string
}

export type PageParams = { readonly [name: string]: string | undefined }
