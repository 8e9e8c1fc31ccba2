import { use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ClientRouter } from '../client-router/index.ts'
import type { BlockFunction, NavigateOptions } from '../client-router/shared.ts'
import type { RelativeMode, To } from '../page-protocol/resolve-to.ts'
import type { Blocker } from '../page-protocol/snapshot.ts'
import type { Browser } from './browser.ts'
import {
  RouteContext,
  usePage,
  usePending,
  useRoute,
  useRouter,
  type RouterValue,
  type RouteValue,
} from './contexts.ts'
import { useLinkHref } from './link.ts'
import { appLocation, withoutBasename } from './matches.ts'
import { readSubmission, type Submit, type SubmitEncType } from './read-submission.ts'
import { actionOf, baseOf, hrefOf } from './resolve-in-page.ts'

/** Options of {@link NavigateFunction}. */
export interface NavigateFunctionOptions extends NavigateOptions {
  /** Whether `..` means the parent route or the parent path segment. @default 'route' */
  relative?: RelativeMode
}

/**
 * Navigates to a target, or by a number of history entries. The promise resolves when the navigation has ended, another one
 * has replaced it, or a blocker has stopped it, and never rejects. If the history has no such entry, it resolves after a
 * second.
 */
export type NavigateFunction = (to: To | number, options?: NavigateFunctionOptions) => Promise<void>

/** Returns a stable function that navigates, for effects and event handlers. */
export function useNavigate(): NavigateFunction {
  const router = useRouter('useNavigate')
  const route = use(RouteContext)

  return useMemo<NavigateFunction>(
    () =>
      (to, { relative, ...options } = {}) => {
        browserOf(router, 'navigate')
        const href = typeof to === 'number' ? to : hrefOf(to, baseNow(router, route), relative)
        return callRouter(router, 'navigate', (clientRouter) =>
          clientRouter.navigate(href, options),
        )
      },
    [router, route],
  )
}

/**
 * Navigates when it is mounted, and again when its props change.
 *
 * @example
 * return user ? <Profile user={user} /> : <Navigate to="/login" replace />
 */
export function Navigate({ to, ...options }: NavigateFunctionOptions & { to: To }): null {
  const navigate = useNavigate()
  const { state, ...others } = options
  const target = JSON.stringify([to, others])
  useEffect(() => {
    const [to, others] = JSON.parse(target) as [To, NavigateFunctionOptions]
    void navigate(to, { ...others, state })
  }, [navigate, target, state])

  return null
}

/** Options of {@link SubmitFunction}. */
export interface SubmitOptions extends NavigateOptions {
  /** @default the form's, else 'get' */
  method?: string
  /** As in `<Form action>`. @default the form's, else the route that calls the hook */
  action?: string
  /** @default the form's, else 'application/x-www-form-urlencoded' */
  encType?: SubmitEncType
  relative?: RelativeMode
  /** If `false`, submit with a fetcher. @default true */
  navigate?: boolean
  fetcherKey?: string
}

/** Submits a form, a submit button, `FormData`, an object of fields or `null`. With `encType`, submits JSON or text. */
export type SubmitFunction = Submit<SubmitOptions>

/** Returns a stable function that submits like `<Form>`, for effects and event handlers. */
export function useSubmit(): SubmitFunction {
  const router = useRouter('useSubmit')
  const route = useRoute('useSubmit')

  return useMemo<SubmitFunction>(
    () =>
      (
        target: unknown,
        { method, action, encType, relative, navigate, fetcherKey, ...options }: SubmitOptions = {},
      ) => {
        browserOf(router, 'submit')
        const resolve = (action?: string) => resolveAction(router, route, action, relative)
        const submission = readSubmission(
          target,
          { method, encType, action: action === undefined ? undefined : resolve(action) },
          resolve(),
        )
        return callRouter(router, 'submit', (clientRouter) =>
          navigate === false
            ? clientRouter.fetcherSubmit(fetcherKey, submission, route.id)
            : clientRouter.submit(submission, options),
        )
      },
    [router, route],
  )
}

/** The return value of {@link useRevalidator}. */
export interface Revalidator {
  state: 'idle' | 'loading'
  /** Reloads the loaders of the page. It is always the same function. The promise resolves when they have ended. */
  revalidate(): Promise<void>
}

/** Returns a function that reloads the loaders of the page, and whether they are running. */
export function useRevalidator(): Revalidator {
  const router = useRouter('useRevalidator')
  const state = usePending('useRevalidator').revalidation
  const revalidate = useMemo(
    () => () => callRouter(router, 'revalidate', (clientRouter) => clientRouter.revalidate()),
    [router],
  )

  return useMemo(() => ({ state, revalidate }), [state, revalidate])
}

/** Blocks navigations away from the page, if `shouldBlock` is `true` or returns `true`. */
export function useBlocker(shouldBlock: boolean | BlockFunction): Blocker {
  const router = useRouter('useBlocker')
  const { browser } = router
  const decide = useEffectEvent<BlockFunction>(({ currentLocation, nextLocation, ...args }) =>
    typeof shouldBlock === 'function'
      ? shouldBlock({
          currentLocation: appLocation(router, currentLocation),
          nextLocation: appLocation(router, nextLocation),
          ...args,
        })
      : shouldBlock,
  )
  useEffect(
    () => browser?.whenStarted((clientRouter) => clientRouter.block((args) => decide(args))),
    [browser],
  )

  return usePending('useBlocker').blocker
}

/**
 * Returns the URL of a target for an `href`, with the basename.
 *
 * @example
 * const href = useHref('/books') // '/shop/books' if the basename is '/shop'
 */
export function useHref(to: To, options: { relative?: RelativeMode } = {}): string {
  return useLinkHref(useRouter('useHref'), to, options.relative)
}

/**
 * Returns the parts of a target, resolved against the route.
 *
 * @example
 * const { pathname } = useResolvedPath('edit') // '/books/dune/edit' in the route /books/:slug
 */
export function useResolvedPath(
  to: To,
  options: { relative?: RelativeMode } = {},
): { pathname: string; search: string; hash: string } {
  const { basename } = useRouter('useResolvedPath')
  const href = useHref(to, options)

  return useMemo(() => {
    const { pathname, search, hash } = new URL(href, 'http://localhost')

    return { pathname: withoutBasename(pathname, basename), search, hash }
  }, [basename, href])
}

/** Changes the query and navigates. */
export type SetSearchParams = (
  next: SearchParamsInit | ((current: URLSearchParams) => SearchParamsInit),
  options?: NavigateOptions,
) => void

/** The values that query params can be created from. */
export type SearchParamsInit =
  | URLSearchParams
  | string
  | string[][]
  | Record<string, string | readonly string[]>

/**
 * Returns the query of the current location, and a function that navigates to another query.
 *
 * @param defaults Params to add while the query does not have their names, until the function is called
 */
export function useSearchParams(defaults?: SearchParamsInit): [URLSearchParams, SetSearchParams] {
  const router = useRouter('useSearchParams')
  const { search } = usePage('useSearchParams').location
  const [added, setAdded] = useState(defaults)
  const params = useMemo(() => readSearch(search, added), [search, added])
  const set = useMemo<SetSearchParams>(
    () => (next, options) => {
      const { shown, whenStarted } = browserOf(router, 'setSearchParams')
      const { pathname, search } = shown.location
      const query = toSearchParams(
        typeof next === 'function' ? next(readSearch(search, added)) : next,
      ).toString()
      setAdded(undefined)
      whenStarted((clientRouter) => {
        void clientRouter.navigate(pathname + (query && `?${query}`), options)
      })
    },
    [router, added],
  )

  return [params, set]
}

/** Calls a method of the client router when it is ready, and resolves with its promise. Throws on the server. */
export function callRouter(
  router: RouterValue,
  what: string,
  call: (clientRouter: ClientRouter) => Promise<void> | void,
): Promise<void> {
  let resolve: (result: Promise<void> | void) => void
  const done = new Promise<void>((settle) => {
    resolve = settle
  })
  // A wrong URL throws here, and not in the promise, whose rejection the app may not handle.
  browserOf(router, what).whenStarted((clientRouter) => resolve(call(clientRouter)))

  return done
}

/** Returns the browser state. Throws on the server, where it does not exist. */
export function browserOf({ browser }: RouterValue, what: string): Browser {
  if (!browser?.isReady) {
    throw new Error(`Cannot call ${what} while rendering: call it in an effect or handler`)
  }

  return browser
}

/** Resolves the action of a form of `route` against the current page. */
export function resolveAction(
  router: RouterValue,
  route: RouteValue,
  action: string | undefined,
  relative?: RelativeMode,
): string {
  const page = router.browser!.shown

  return actionOf(
    action,
    baseOf(router, page, route),
    page.matches[route.depth]?.route.index === true,
    relative,
  )
}

/** Returns the base that targets are resolved against in event handlers. */
export function baseNow(router: RouterValue, route: RouteValue | null): ReturnType<typeof baseOf> {
  return baseOf(router, router.browser!.shown, route)
}

/** Reads a query, with the default params whose names it does not have. */
function readSearch(search: string, defaults: SearchParamsInit = ''): URLSearchParams {
  const params = new URLSearchParams(search)
  const missing = Array.from(toSearchParams(defaults)).filter(([name]) => !params.has(name))
  for (const [name, value] of missing) params.append(name, value)

  return params
}

function toSearchParams(init: SearchParamsInit): URLSearchParams {
  if (typeof init === 'string' || Array.isArray(init) || init instanceof URLSearchParams) {
    return new URLSearchParams(init)
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(init)) {
    for (const item of Array.isArray(value) ? (value as string[]) : [value]) {
      params.append(name, item as string)
    }
  }

  return params
}
