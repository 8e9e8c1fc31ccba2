import {
  createContext,
  use,
  type Context,
  useSyncExternalStore,
  type ScriptHTMLAttributes,
} from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { type Transition, IDLE } from '../page-protocol/transition.ts'
import type { Browser } from './browser.ts'
import { canBeServer } from './can-be-server.ts'
import type { ClientRouteModule } from './route-module.ts'

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

/** Returns the router of a component. `who` is the name in the error message if there is no router. */
export function useRouter(who: string): RouterValue {
  return use(RouterContext) ?? missing(who)
}

/** Returns the committed page. `who` is the name in the error message if there is no router. */
export function usePage(who: string): Snapshot {
  return use(PageContext) ?? missing(who)
}

/** Returns the newest snapshot. `who` is the name in the error message if there is no router. */
export function usePending(who: string): Snapshot {
  return use(PendingContext) ?? missing(who)
}

/** Returns the route of a component. `who` is the name in the error message if there is no route. */
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

/** Returns whether the client router is running. It is `false` on the server and during hydration. */
export function useHasStarted(who: string): boolean {
  const { browser } = useRouter(who)

  return useSyncExternalStore(
    canBeServer && !browser ? never : browser!.whenStarted,
    () => browser!.router !== undefined,
    () => false,
  )
}

/** A subscription to a value that never changes. */
export function never(): () => void {
  return never
}

/** The values that components need while the server renders them. */
export interface ServerRender {
  readonly nonce: string | undefined
  /** The URL of the browser's entry module. Empty if the app has none. */
  readonly entry: string
  /** The stylesheets of the entry. */
  readonly entryCss: readonly string[]
  /** Adds the modules that the browser will need to the document. `<Scripts>` calls it. */
  readonly preloads: { add(attributes: PreloadAttributes): void }
  /** The stylesheets of the dev server. */
  readonly styles: readonly { attributes: Record<string, string>; content: string }[]
  /** The handoff as JSON, escaped for a script element. Empty if the page has no scripts of the app. */
  readonly handoff: string
  /** The start of the keys of all forms, in an app with `once`. Empty if many visitors may get the document. */
  readonly once?: string | undefined
  /** The URL of the same page with all of its data, if this document is sent before all data is there. */
  readonly waitUrl?: string | undefined
  /** Whether pages may show the details of errors. Only in development. */
  readonly dev: boolean
  /** Called for each form that has a key. */
  readonly onKey?: (() => void) | undefined
  /** Called with the URL of each link and form that the client router handles. Only in development. */
  readonly onLink?: ((href: string) => void) | undefined
  /** Called for each form that is not GET. */
  onForm?(): void
  /**
   * Called with the depth of each route with a boundary when it starts to render. The deepest such route gets a render
   * error.
   */
  readonly onBoundary: (depth: number) => void
  /**
   * Called with the route of each `<Await>` without a fallback, while the server looks for the `<Await>` that holds up the
   * document.
   */
  readonly onBareAwait?: ((routeId: string) => void) | undefined
  /** Called with the depth of each route when it starts to render. Only in development. */
  readonly onRoute?: ((depth: number) => void) | undefined
}

/** The attributes of scripts that preloads must have too. */
export type PreloadAttributes = Pick<
  ScriptHTMLAttributes<HTMLScriptElement>,
  'crossOrigin' | 'nonce'
>
