import { createContext, use, type Context } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Transition } from '../page-protocol/transition.ts'
import { IDLE } from '../page-protocol/transition.ts'
import type { Browser } from './browser.ts'
import { canBeServer } from './can-be-server.ts'
import type { ClientRouteModule } from './route-module.ts'
import type { ServerRender } from './server-render.ts'

/**
 * The values that never change while a document is open. Components that only read these do not render on a navigation.
 *
 * Exactly one of `server` and `browser` is set.
 */
export interface RouterValue {
  readonly basename: string
  /** The loaded modules, by route id. */
  readonly modules: ReadonlyMap<string, ClientRouteModule>
  readonly server?: ServerRender
  readonly browser?: Browser
}

/** The route whose component is rendering. It is the same object until the route is replaced. */
export interface RouteValue {
  readonly id: string
  readonly depth: number
}

export const RouterContext: Context<RouterValue | null> =
  /* @__PURE__ */ createContext<RouterValue | null>(null)
/** The committed page. */
export const PageContext: Context<Snapshot | null> = /* @__PURE__ */ createContext<Snapshot | null>(
  null,
)
/** The newest snapshot, with the fetchers, the revalidation and the blocker. */
export const PendingContext: Context<Snapshot | null> =
  /* @__PURE__ */ createContext<Snapshot | null>(null)
export const TransitionContext: Context<Transition> =
  /* @__PURE__ */ createContext<Transition>(IDLE)
export const RouteContext: Context<RouteValue | null> =
  /* @__PURE__ */ createContext<RouteValue | null>(null)
/** The error that a boundary shows. `null` outside boundaries. */
export const ErrorContext: Context<{ error: unknown } | null> = /* @__PURE__ */ createContext<{
  error: unknown
} | null>(null)
export const OutletContext: Context<unknown> = /* @__PURE__ */ createContext<unknown>(undefined)

/** Returns the router of a component. `who` is for the error message if there is none. */
export function useRouter(who: string): RouterValue {
  return use(RouterContext) ?? missing(who)
}

/** Returns the committed page. `who` is for the error message if there is none. */
export function usePage(who: string): Snapshot {
  return use(PageContext) ?? missing(who)
}

/** Returns the newest snapshot. `who` is for the error message if there is none. */
export function usePending(who: string): Snapshot {
  return use(PendingContext) ?? missing(who)
}

/** Returns the route of a component. `who` is for the error message if there is none. */
export function useRoute(who: string): RouteValue {
  const route = use(RouteContext)
  if (!route) throw new Error(`${who} must be used within a route`)

  return route
}

/** Whether the dev server serves the app. On a server, the build decides this, never the environment. */
export function isDevelopment({ server }: RouterValue): boolean {
  return canBeServer && server ? server.dev : process.env.NODE_ENV !== 'production'
}

function missing(who: string): never {
  throw new Error(`${who} must be used within a route, but there is no router`)
}
