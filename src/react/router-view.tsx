import type { ReactElement } from 'react'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import {
  PageContext,
  PendingContext,
  RouterContext,
  TransitionContext,
  type RouterValue,
} from './contexts.ts'
import { RouteView } from './outlet.tsx'
import { ViewTransition } from './view-transition.ts'

/** A whole page, which the server renders and the browser hydrates. */
export function RouterView({
  router,
  page,
  pending,
}: {
  router: RouterValue
  page: Snapshot
  pending: Snapshot
}): ReactElement {
  return (
    <RouterContext value={router}>
      <PendingContext value={pending}>
        <TransitionContext value={pending.transition}>
          <PageContext value={page}>{root}</PageContext>
        </TransitionContext>
      </PendingContext>
    </RouterContext>
  )
}

// Always the same element, so that the tree below does not render each time that the page does.
// A page moves only if its navigation asks for it. React before 19.3 has no view transitions.
const root: ReactElement = ViewTransition ? (
  <ViewTransition default="none" update={{ navigation: 'auto', default: 'none' }}>
    <RouteView depth={0} />
  </ViewTransition>
) : (
  <RouteView depth={0} />
)

/** Creates the element that the server renders. */
export function createServerPage(router: RouterValue, page: Snapshot): ReactElement {
  return <RouterView router={router} page={page} pending={page} />
}
