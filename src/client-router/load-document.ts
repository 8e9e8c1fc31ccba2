import type { Submission } from '../page-protocol/submission.ts'
import { commitPage } from './commit-page.ts'
import { hrefOf, type Path } from './href.ts'
import { publish, type Machine, type Navigation } from './machine.ts'
import type { PageOutcome } from './request-data.ts'
import type { Departure } from './seams.ts'
import { departureTo, allowDocumentLoad } from './skew.ts'

/**
 * Lets the browser go to the navigation's target as a document. The transition stays as it is until the browser has
 * left; if it does not (a download, an unload that the user refused), `onStay` ends it.
 */
export function loadDocument(
  machine: Machine,
  navigation: Navigation,
  href: string,
  onStay: () => void,
  submission?: Submission,
): void {
  const { historyAction, location } = navigation
  const isHere = href === hrefOf(location)
  const departure: Departure = isHere
    ? departureTo(machine.options.history.location, location, historyAction ?? 'PUSH')
    : historyAction === 'REPLACE'
      ? 'replace'
      : 'assign'
  hold(machine, navigation, () => machine.options.loadDocument(href, departure, submission), onStay)
}

/** Keeps the transition as it is until `start` has settled, and then goes on, unless another navigation has begun. */
export function hold<Value>(
  machine: Machine,
  navigation: Navigation,
  start: () => Promise<Value>,
  goOn: (value: Value) => void,
): void {
  navigation.phase = 'waiting'
  navigation.controller.abort()
  publish(machine, { transition: navigation.transition })

  const settle = (value: Value): void => {
    if (machine.navigation === navigation) goOn(value)
  }
  void start().then(settle, settle)
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
  if (!mayLoadDocument(machine, location)) return fail()
  loadDocument(machine, navigation, hrefOf(location), fail)
}

/** The same without a navigation: the current page loads again as a document, or `fail` is called. */
export function recoverHere(machine: Machine, fail: () => void): void {
  const { history } = machine.options
  if (mayLoadDocument(machine, history.location)) {
    void machine.options.loadDocument(hrefOf(history.location), 'reload').then(fail, fail)
  } else fail()
}

/** Whether the loop guard lets the document at `target` load without the user asking for it. */
export function mayLoadDocument({ options }: Machine, target: Path): boolean {
  return allowDocumentLoad(options.skew, options.manifest.version, hrefOf(target), options.now())
}
