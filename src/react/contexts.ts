import { createContext, use, type Context } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Transition } from '../page-protocol/transition.ts'
import { IDLE } from '../page-protocol/transition.ts'
import type { Browser } from './browser.ts'
import type { ClientRouteModule } from './route-module.ts'
import type { ServerRender } from './server-render.ts'

/**
 * What stays the same for the life of a page: components that read only this never render because of a navigation.
 *
 * Exactly one of `server` and `browser` is there.
 */
export interface RouterValue {
  readonly basename: string
  /** The modules that have been loaded, by route id. */
  readonly modules: ReadonlyMap<string, ClientRouteModule>
  readonly server?: ServerRender
  readonly browser?: Browser
}

/** The route whose component is being rendered. The same object as long as the route stays in its place. */
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
/** The newest snapshot: fetchers, revalidation and blocker are read from it. */
export const PendingContext: Context<Snapshot | null> =
  /* @__PURE__ */ createContext<Snapshot | null>(null)
export const TransitionContext: Context<Transition> =
  /* @__PURE__ */ createContext<Transition>(IDLE)
export const RouteContext: Context<RouteValue | null> =
  /* @__PURE__ */ createContext<RouteValue | null>(null)
/** What a boundary shows; `null` outside of boundaries. */
export const ErrorContext: Context<{ error: unknown } | null> = /* @__PURE__ */ createContext<{
  error: unknown
} | null>(null)
export const OutletContext: Context<unknown> = /* @__PURE__ */ createContext<unknown>(undefined)

/** The router around a component, or an error that names who asked. */
export function useRouter(who: string): RouterValue {
  return use(RouterContext) ?? missing(who)
}

/** The committed page around a component, or an error that names who asked. */
export function usePage(who: string): Snapshot {
  return use(PageContext) ?? missing(who)
}

/** The newest snapshot around a component, or an error that names who asked. */
export function usePending(who: string): Snapshot {
  return use(PendingContext) ?? missing(who)
}

/** The route around a component, or an error that names who asked. */
export function useRoute(who: string): RouteValue {
  const route = use(RouteContext)
  if (!route) throw new Error(`${who} must be used within a route`)

  return route
}

/** Whether the dev server serves the app. On a server its build says so, never the environment. */
export function isDevelopment({ server }: RouterValue): boolean {
  return server ? server.dev : process.env.NODE_ENV !== 'production'
}

function missing(who: string): never {
  throw new Error(`${who} must be used within a route: there is no router around it`)
}
