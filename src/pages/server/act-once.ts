import { noteOnce, type OnceResult } from '../../internal/forms/once-results.ts'
import { isInvalid } from '../../http/response/shared.ts'
import { describeRoute, type PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'
import {
  createOnce,
  explainLostConnection,
  OnceError,
  type Once,
} from '../../middleware/once/shared.ts'
import { readSubmissionId, readOwners } from './submission.ts'

/**
 * Calls the action of a match through `act`, with the argument `once`. Throws first if the submission cannot be recorded.
 */
export function actWithOnce(
  page: PageRequest,
  index: number,
  act: (once: Once) => unknown,
): unknown {
  if (page.matches[index]!.route.once === true) return actOnce(page, index, act)
  if (page.dataRequest?.once) {
    throw new OnceError(
      409,
      'This form belongs to another version of the app. Load the page again.',
    )
  }
  return act(refuseOnce)
}

/** The argument `once` of an action whose module does not say that it may run again. */
const refuseOnce: Once = () => {
  throw new TypeError(
    'Cannot call once(): the route module does not say that its action may run again. Add: export const once = true',
  )
}

async function actOnce(
  page: PageRequest,
  index: number,
  act: (once: Once) => unknown,
): Promise<unknown> {
  const { context } = page
  const { id: routeId } = page.matches[index]!
  let wasCalled = false
  const report = (result: OnceResult): void => {
    wasCalled = true
    noteOnce(context, result)
    context.observation?.emit({ type: 'once', phase: 'once', routeId, result })
  }

  const id = await readSubmissionId(page)
  const { params } = page.matches.at(-1)!
  const target = [describeRoute(page).pattern, params] as const
  const submission = { id, owners: await readOwners(page), print: '', target, route: routeId }
  const returned = await callForOnce(() => act(createOnce(submission, report)), id !== undefined)
  if (id !== undefined && !wasCalled && !isInvalid(returned)) {
    report('unrecorded')
    warnDeveloper(
      page.build,
      `The action of "${routeId}" returned without a call of once(), so a repeat of this submission has its effects again. Put them into once(), or remove \`once\`.`,
    )
  }
  return returned
}

/** Calls the action. If it has lost its database and the submission has a key, browsers repeat it after a 503. */
async function callForOnce(act: () => unknown, isKeyed: boolean): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    throw isKeyed ? explainLostConnection(error) : error
  }
}
