import { use } from 'react'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { ErrorContext, usePage, useRoute, useRouter } from './contexts.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import { appLocation, matchesOf } from './matches.ts'
import type { RouteMatch, RouteParams } from './route-module.ts'
import { warn } from './warn.ts'

/** Returns the data of the route's loader: `useLoaderData<typeof loader>()`. `undefined` without a loader or if it failed. */
export function useLoaderData<Loader = unknown>(): SerializeFrom<Loader> {
  const { id } = useRoute('useLoaderData')
  const data = usePage('useLoaderData').loaderData[id]
  if (process.env.NODE_ENV !== 'production' && data === undefined && use(ErrorContext)) {
    warn(`useLoaderData has no data in the boundary of "${id}": the route failed`)
  }

  return data as SerializeFrom<Loader>
}

/** Returns the data of the route's action. `undefined` if nothing was submitted at the current location. */
export function useActionData<Action = unknown>(): SerializeFrom<Action> | undefined {
  const { id } = useRoute('useActionData')

  return usePage('useActionData').actionData?.[id] as SerializeFrom<Action> | undefined
}

/** Returns the loader data of another matched route, by its id. `undefined` if that route is not matched. */
export function useRouteLoaderData<Loader = unknown>(
  routeId: string,
): SerializeFrom<Loader> | undefined {
  return usePage('useRouteLoaderData').loaderData[routeId] as SerializeFrom<Loader> | undefined
}

/** Returns the matched routes, root first. They do not change until a pending navigation ends. */
export function useMatches(): readonly RouteMatch[] {
  return matchesOf(useRouter('useMatches'), usePage('useMatches'))
}

/** Returns the decoded params of the current path. */
export function useParams<Params = RouteParams>(): Params {
  const { matches } = usePage('useParams')

  return (matches.at(-1)?.params ?? {}) as Params
}

/** Returns the current location, without the basename. */
export function useLocation(): Location {
  return appLocation(useRouter('useLocation'), usePage('useLocation').location)
}

/**
 * Returns how the user came to the current page: `POP`, `PUSH` or `REPLACE`.
 *
 * @example
 * const isBack = useNavigationType() === 'POP' // Also for Forward, and for the first page.
 */
export function useNavigationType(): HistoryAction {
  return usePage('useNavigationType').historyAction
}

/** Returns the error in a boundary: an `Error`, an `ErrorResponse`, or any thrown value. `undefined` outside boundaries. */
export function useRouteError(): unknown {
  usePage('useRouteError')

  return use(ErrorContext)?.error
}
