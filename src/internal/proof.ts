import { proofKey } from './global-keys.ts'

/** A handler that is about to run. */
export interface StartedHandler {
  /**
   * A `page` starts when its guards have let the request pass, even if it has no loader. `once` is the effect of
   * `once()`: its function has run, and nothing was thrown.
   */
  readonly kind: 'route' | 'page' | 'loader' | 'action' | 'once'
  /** The method and the pattern of a route of a router, or the id of a route module. */
  readonly route: string
  /** The contract of a route of a router. Another router may have the same pattern with another one. */
  readonly contract?: object | undefined
  /** The params before the contract has seen them. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** What the contract has returned. `undefined` without a contract. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
}

/** What `framework prove` sees of an app. */
export interface Proof {
  /** The routers that the app has created, also those that it calls itself. */
  readonly routers: { routes(): readonly object[] }[]
  /** The builds of the pages. */
  readonly builds: object[]
  onHandlerStart?: ((start: StartedHandler) => void) | undefined
}

/** `undefined` unless `framework prove` runs the app. Then it was there before this module was imported. */
export const proof: Proof | undefined = (globalThis as { [proofKey]?: Proof })[proofKey]
