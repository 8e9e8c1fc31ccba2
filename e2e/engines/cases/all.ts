import { describeBlocking } from './blocking.ts'
import { describeDraftsInEngines, describeDraftsOfKeptPages } from './draft-attacks.ts'
import { describeAnotherVisitor, describeDraftsOfReturns } from './draft-returns.ts'
import { describeDrafts } from './drafts.ts'
import { describeFocus } from './focus.ts'
import { describeForms } from './forms.ts'
import { describeLive } from './live.ts'
import { describeLoading } from './loading.ts'
import { describeOrders } from './orders.ts'
import { describePages } from './pages.ts'
import { describePanel } from './panel.ts'
import { describePending } from './pending.ts'
import { describeScrolling } from './scroll.ts'
import type { CreateTest } from '../visitor.ts'

/** The cases in which engines differ. */
export function describeDifferences(createTest: CreateTest): void {
  describeWindows(createTest)
  describeDocuments(createTest)
}

/** What a window does with its pages: it scrolls them, keeps those that were left, focuses, and shows transitions. */
export function describeWindows(createTest: CreateTest): void {
  describeScrolling(createTest)
  describeFocus(createTest)
  describeDraftsOfKeptPages(createTest)
  describeDraftsOfReturns(createTest)
}

/** What an engine does with a document and its requests. */
export function describeDocuments(createTest: CreateTest): void {
  describeBlocking(createTest)
  describeLoading(createTest)
  describeLive(createTest)
  describeDrafts(createTest)
  describeDraftsInEngines(createTest)
  describeAnotherVisitor(createTest)
  describePanel(createTest)
  describeForms(createTest, true)
  describeForms(createTest, false)
}

/**
 * All cases but the pages without scripts, in which no code of the framework runs in the browser: `site-build-off.test.ts`
 * reads the same HTML. For Chromium, `board-cases.ts` runs {@link describePending}, `site-cases.ts` {@link describePages}, and
 * `once.test.ts` tests orders.
 */
export function describeAll(createTest: CreateTest): void {
  describeDifferences(createTest)
  describePending(createTest)
  describePages(createTest)
  describeOrders(createTest)
}
