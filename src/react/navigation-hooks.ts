import { use, useEffect, useEffectEvent, useMemo } from 'react'
import type { NavigateOptions } from '../client-router/index.ts'
import type { BlockFunction } from '../client-router/shared.ts'
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
import { withoutBasename } from './matches.ts'
import { readSubmission, type Submit, type SubmitEncType } from './read-submission.ts'
import { actionOf, baseOf, hrefOf } from './resolve-in-page.ts'

/** Options of {@link NavigateFunction}. */
export interface NavigateFunctionOptions extends NavigateOptions {
  /** What `..` means. @default 'route' */
  relative?: RelativeMode
}

/** Goes somewhere, or `delta` entries through the history. */
export type NavigateFunction = (to: To | number, options?: NavigateFunctionOptions) => void

/** A stable function that navigates, for effects and handlers. */
export function useNavigate(): NavigateFunction {
  const router = useRouter('useNavigate')
  const route = use(RouteContext)

  return useMemo<NavigateFunction>(
    () =>
      (to, { relative, ...options } = {}) => {
        const { whenLive } = browserOf(router, 'navigate')
        const href = typeof to === 'number' ? to : hrefOf(to, baseNow(router, route), relative)
        whenLive((machine) => machine.navigate(href, options))
      },
    [router, route],
  )
}

/** Navigates as soon as it is mounted. */
export function Navigate({ to, ...options }: NavigateFunctionOptions & { to: To }): null {
  const navigate = useNavigate()
  const go = useEffectEvent(() => navigate(to, options))
  useEffect(() => go(), [])

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
  /** Submit as a fetcher when `false`. @default true */
  navigate?: boolean
  fetcherKey?: string
}

/** Submits a form, a button of one, `FormData`, an object of fields or `null`; with `encType`, JSON or text. */
export type SubmitFunction = Submit<SubmitOptions>

/** A stable function that submits as `<Form>` does, for effects and handlers. */
export function useSubmit(): SubmitFunction {
  const router = useRouter('useSubmit')
  const route = useRoute('useSubmit')

  return useMemo<SubmitFunction>(
    () =>
      (
        target: unknown,
        { method, action, encType, relative, navigate, fetcherKey, ...options }: SubmitOptions = {},
      ) => {
        const { whenLive } = browserOf(router, 'submit')
        const resolve = (action?: string) => resolveAction(router, route, action, relative)
        const submission = readSubmission(
          target,
          { method, encType, action: action === undefined ? undefined : resolve(action) },
          resolve(),
        )
        whenLive((machine) => {
          if (navigate !== false) machine.submit(submission, options)
          else machine.fetcherSubmit(fetcherKey, submission, route.id)
        })
      },
    [router, route],
  )
}

/** What {@link useRevalidator} returns. */
export interface Revalidator {
  state: 'idle' | 'loading'
  /** Runs the page's loaders again. The same function whatever the state is. */
  revalidate(): void
}

/** Runs the page's loaders again, and tells whether they run. */
export function useRevalidator(): Revalidator {
  const router = useRouter('useRevalidator')
  const state = usePending('useRevalidator').revalidation
  const revalidate = useMemo(
    () => () => void browserOf(router, 'revalidate').whenLive((machine) => machine.revalidate()),
    [router],
  )

  return useMemo(() => ({ state, revalidate }), [state, revalidate])
}

/** Asks before the user leaves the page: `shouldBlock` is `true`, or a function that decides. */
export function useBlocker(shouldBlock: boolean | BlockFunction): Blocker {
  const { browser } = useRouter('useBlocker')
  const decide = useEffectEvent<BlockFunction>((args) =>
    typeof shouldBlock === 'function' ? shouldBlock(args) : shouldBlock,
  )
  useEffect(() => browser?.whenLive((machine) => machine.block((args) => decide(args))), [browser])

  return usePending('useBlocker').blocker
}

/** The URL of a target, with the basename, for an `href`. */
export function useHref(to: To, options: { relative?: RelativeMode } = {}): string {
  return useLinkHref(useRouter('useHref'), to, options.relative)
}

/** The parts of a target, resolved against the route. */
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

/** What query params can be made of. */
export type SearchParamsInit =
  | URLSearchParams
  | string
  | string[][]
  | Record<string, string | readonly string[]>

/** The query of the current location, and a function that navigates to another one. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const router = useRouter('useSearchParams')
  const { search } = usePage('useSearchParams').location
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useMemo<SetSearchParams>(
    () => (next, options) => {
      const { shown, whenLive } = browserOf(router, 'setSearchParams')
      const { pathname, search } = shown.location
      const query = toSearchParams(
        typeof next === 'function' ? next(new URLSearchParams(search)) : next,
      ).toString()
      whenLive((machine) => machine.navigate(pathname + (query && `?${query}`), options))
    },
    [router],
  )

  return [params, set]
}

/** The browser's side of the router; what needs it cannot run while a page is rendered. */
export function browserOf({ browser }: RouterValue, what: string): Browser {
  if (!browser?.isReady) {
    throw new Error(`Cannot ${what} while rendering: call ${what} in an effect or handler`)
  }

  return browser
}

/** The action of a form of `route`, resolved against the page that is shown. */
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

/** What targets are resolved against in handlers. */
export function baseNow(router: RouterValue, route: RouteValue | null): ReturnType<typeof baseOf> {
  return baseOf(router, router.browser!.shown, route)
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
