import { proofKey } from '../process/global-keys.ts'

/** A handler that is about to run. */
export interface StartedHandler {
  /**
   * A `page` starts when its guards have let the request pass, even if it has no loader. `once` means that the function of a
   * `once()` has run without an error.
   */
  readonly kind: 'route' | 'page' | 'loader' | 'action' | 'once'
  /** The method and the pattern of a route of a router, or the id of a route module. */
  readonly route: string
  /** The contract of a route of a router. A route of another router may have the same pattern and another contract. */
  readonly contract?: object | undefined
  /** The params before the contract was applied. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The output of the contract's schemas. `undefined` without a contract. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
}

/** The parts of an app that `framework prove` sees. */
export interface Proof {
  /** All routers that the app has created, even if the app itself calls them. */
  readonly routers: { routes(): readonly object[] }[]
  /** The builds of the pages. */
  readonly builds: object[]
  onHandlerStart?: ((start: StartedHandler) => void) | undefined
}

/** `undefined` unless `framework prove` runs the app. It sets the value before this module is imported. */
export const proof: Proof | undefined = (globalThis as { [proofKey]?: Proof })[proofKey]
