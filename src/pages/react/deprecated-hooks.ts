import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import { useLoaderData } from './data-hooks.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import { useTransition } from './use-transition.ts'
import { warn } from './warn.ts'

/** @deprecated Use `useLoaderData()`. */
export function useRouteData<Loader = unknown>(): SerializeFrom<Loader> {
  warn('useRouteData is deprecated: use useLoaderData')

  return useLoaderData<Loader>()
}

/** @deprecated Use `useTransition().location`. */
export function usePendingLocation(): Location | undefined {
  warn('usePendingLocation is deprecated: use useTransition().location')

  return useTransition().location
}

/** @deprecated Use `useTransition().submission`. */
export function usePendingFormSubmit(): Submission | undefined {
  warn('usePendingFormSubmit is deprecated: use useTransition().submission')

  return useTransition().submission
}
