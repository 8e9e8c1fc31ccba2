import { isNode } from './runtime.ts'

/** A handler that is about to run, for `framework prove`. */
export interface HandlerStart {
  /** A `page` starts when its guards have let the request pass, even if it has no loader. */
  readonly kind: 'route' | 'page' | 'loader' | 'action'
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
  /** The route tables of the routers. */
  readonly routers: { list(): readonly object[] }[]
  /** The builds of the pages. */
  readonly builds: object[]
  onHandlerStart?: ((start: HandlerStart) => void) | undefined
}

/** A global symbol, because the program and the app can have different copies of this module. */
const key = Symbol.for('framework.proof')

/** `undefined` unless `framework prove` runs the app: nothing is recorded then. */
export const proof: Proof | undefined =
  isNode && process.env['FRAMEWORK_PROVE'] === '1'
    ? ((globalThis as { [key]?: Proof })[key] ??= { routers: [], builds: [] })
    : undefined
