import type { SerializedError } from './errors.ts'

/** Header that marks every data response of the framework; its value is `data`. */
export const RESPONSE_HEADER = 'X-Framework-Response'
/** Header that carries the manifest's version on every data response. */
export const VERSION_HEADER = 'X-Framework-Version'

/** The outcome of one loader or action. */
export type RouteResult = { data: unknown } | { error: SerializedError }

/** Body of an answer to GET: the outcomes by route id. */
export type LoaderEnvelope = Record<string, RouteResult>

/** Body of an answer to any other method. */
export type ActionEnvelope = RouteResult

/** Body of a 202: whatever answered, it wanted to redirect. */
export interface RedirectEnvelope {
  redirect: RedirectInstruction
}

export interface RedirectInstruction {
  /** As the redirect's `Location`: a path with the basename, or an absolute URL. */
  location: string
  /** 301, 302, 303, 307 or 308. */
  status: number
  /** The redirect set a cookie: every loader is due. */
  revalidate: boolean
  /** `redirectDocument()`: the browser leaves. */
  reload: boolean
  /** `replace()`: the history entry is replaced. */
  replace: boolean
}
