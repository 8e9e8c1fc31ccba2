import { createErrorResponse } from '../page-protocol/errors.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { SubmittingTransition } from '../page-protocol/transition.ts'
import { canOnce } from '../page-protocol/features.ts'
import { makeDueAfter } from './loaders.ts'
import { loadModules, requestTarget, type Result } from './request-data.ts'
import { publish, type ActionResult, type Navigation, type RouterState } from './router-state.ts'

/**
 * Calls the action of a navigation, while the modules of its page load (PT-5). The loaders are due after it.
 *
 * @returns The result, or `undefined` if another navigation has begun
 */
export async function callAction(
  router: RouterState,
  navigation: Navigation,
): Promise<Result | undefined> {
  const { controller, location, matches, submission, transition } = navigation
  navigation.phase = 'acting'
  router.fetching?.cancelLoads()
  navigation.page = {}
  const request = requestTarget(
    router,
    location,
    matches,
    submission,
    { signal: controller.signal, cache: 'default', source: navigation.source },
    canOnce && { source: navigation.source, retrying: () => showRetry(router, navigation) },
  )
  if (!isResourceRoute(matches.at(-1)!.route)) navigation.modules = loadModules(router, matches)
  publish(router, { transition })

  const result = await request
  if (router.navigation !== navigation) return undefined
  navigation.phase = 'loading'
  navigation.source = undefined
  if (canOnce) navigation.transition = transition
  const { page } = navigation
  makeDueAfter(router, result)
  navigation.page = page && result.page
  return result
}

// Shows that the request is sent again, because the app has not responded (ON-16).
function showRetry(router: RouterState, navigation: Navigation): void {
  navigation.transition = Object.freeze({
    ...(navigation.transition as SubmittingTransition),
    isRetrying: true,
  })
  publish(router, { transition: navigation.transition })
}

/**
 * Reads the result of an action that led to no other page.
 *
 * @param isResource Whether the route is not a page, which could show the errors of a form
 */
export function toActionResult(
  result: Result,
  id: string,
  isResource: boolean,
  submission: Submission | undefined,
): ActionResult {
  if (result.type !== 'invalid') return { ...(result as ActionResult), id }

  const { invalid } = result
  return isResource
    ? { type: 'error', error: createErrorResponse(422, '', invalid.errors), id }
    : // One object until the next submission, so that a form handles its failure once.
      { type: 'invalid', invalid: { ...invalid, sent: submission?.formData }, id }
}
