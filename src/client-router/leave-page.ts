import type { Submission } from '../page-protocol/submission.ts'
import { commitPage } from './commit-page.ts'
import { hrefOf, type Path } from './href.ts'
import { publish, type Machine, type Navigation } from './machine.ts'
import type { PageOutcome } from './request-data.ts'
import type { Departure } from './seams.ts'
import { departureTo, mayLeave } from './skew.ts'

/**
 * Lets the browser go to the navigation's target as a document. The transition stays as it is until the browser has
 * left; if it does not (a download, an unload that the user refused), `onStay` ends it.
 */
export function leavePage(
  machine: Machine,
  navigation: Navigation,
  href: string,
  onStay: () => void,
  submission?: Submission,
): void {
  const { action, controller, location, transition } = navigation
  const isHere = href === hrefOf(location)
  const departure: Departure = isHere
    ? departureTo(machine.options.history.location, location, action ?? 'PUSH')
    : action === 'REPLACE'
      ? 'replace'
      : 'assign'
  navigation.phase = 'leaving'
  controller.abort()
  publish(machine, { transition })

  const stay = (): void => {
    if (machine.navigation === navigation) onStay()
  }
  void machine.options.leaveTo(href, departure, submission).then(stay, stay)
}

/**
 * Section F: another build answers, or a chunk is gone. The document at the target belongs to the new build; a mutation
 * is not repeated. If that was tried already, the nearest boundary says what is missing.
 *
 * @param id The route that could not be loaded
 */
export function recoverPage(
  machine: Machine,
  navigation: Navigation,
  outcome: PageOutcome,
  error: Error,
  id: string,
): void {
  const { location } = navigation
  const fail = (): void => {
    const results = { ...outcome.results, [id]: { error } }
    commitPage(machine, navigation, { ...outcome, results, isFailure: true })
  }
  if (!mayReload(machine, location)) return fail()
  leavePage(machine, navigation, hrefOf(location), fail)
}

/** The same without a navigation: the current page loads again as a document, or `fail` is called. */
export function recoverHere(machine: Machine, fail: () => void): void {
  const { history, leaveTo } = machine.options
  if (mayReload(machine, history.location)) {
    void leaveTo(hrefOf(history.location), 'reload').then(fail, fail)
  } else fail()
}

/** Whether the loop guard lets an automatic reload happen. */
export function mayReload({ options }: Machine, target: Path): boolean {
  return mayLeave(options.skew, options.manifest.version, hrefOf(target), options.now())
}
