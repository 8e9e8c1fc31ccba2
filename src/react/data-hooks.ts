import { use } from 'react'
import { isRouteErrorResponse, type ErrorResponse } from '../page-protocol/errors.ts'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { ErrorContext, usePage, useRoute, useRouter } from './contexts.ts'
import type { SerializeFrom } from './json-of.ts'
import { appLocation, matchesOf } from './matches.ts'
import type { RouteMatch, RouteParams } from './route-module.ts'
import { warn } from './warn.ts'

/** JSON data of the route's loader: `useLoaderData<typeof loader>()`. `undefined` when the route has none or it failed. */
export function useLoaderData<Loader = unknown>(): SerializeFrom<Loader> {
  const { id } = useRoute('useLoaderData')
  const data = usePage('useLoaderData').loaderData[id]
  if (process.env.NODE_ENV !== 'production' && data === undefined && use(ErrorContext)) {
    warn(`useLoaderData has no data in the boundary of "${id}", because the route failed`)
  }

  return data as SerializeFrom<Loader>
}

/** JSON data of the route's action; `undefined` when nothing was submitted at the current location. */
export function useActionData<Action = unknown>(): SerializeFrom<Action> | undefined {
  const { id } = useRoute('useActionData')

  return usePage('useActionData').actionData?.[id] as SerializeFrom<Action> | undefined
}

/** JSON data of the loader of another matched route, by its id; `undefined` when it is not matched. */
export function useRouteLoaderData<Loader = unknown>(
  routeId: string,
): SerializeFrom<Loader> | undefined {
  return usePage('useRouteLoaderData').loaderData[routeId] as SerializeFrom<Loader> | undefined
}

/** The matched routes, root first. During a pending navigation they are still the old ones. */
export function useMatches(): readonly RouteMatch[] {
  return matchesOf(useRouter('useMatches'), usePage('useMatches'))
}

/** The params of the current path, decoded. */
export function useParams<Params = RouteParams>(): Params {
  const { matches } = usePage('useParams')

  return (matches.at(-1)?.params ?? {}) as Params
}

/** The current location, without the basename. */
export function useLocation(): Location {
  return appLocation(useRouter('useLocation'), usePage('useLocation').location)
}

/** How the current page was reached. */
export function useNavigationType(): HistoryAction {
  return usePage('useNavigationType').historyAction
}

/** What the boundary shows: an `Error`, an `ErrorResponse`, or whatever was thrown. `undefined` outside of boundaries. */
export function useRouteError(): unknown {
  usePage('useRouteError')

  return use(ErrorContext)?.error
}

/** The thrown `Response` in a `CatchBoundary`, else `undefined`. */
export function useCatch(): ErrorResponse | undefined {
  usePage('useCatch')
  const error = use(ErrorContext)?.error

  return isRouteErrorResponse(error) ? error : undefined
}
