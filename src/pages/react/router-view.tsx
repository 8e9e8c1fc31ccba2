import { useId, type ReactElement } from 'react'
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

/** A whole page in a browser. */
export function RouterView({
  router,
  page,
  pending,
}: {
  router: RouterValue
  page: Snapshot
  pending: Snapshot
}): ReactElement {
  return provide(router, page, pending, movingRoot)
}

/** A whole page on a server. */
function ServerView({ router, page }: { router: RouterValue; page: Snapshot }): ReactElement {
  useTransitionId()
  return provide(router, page, page, root)
}

/** A view transition uses an id. A server shows no transitions, but all ids below have to be the same as in the browser. */
const useTransitionId: () => unknown = ViewTransition ? useId : () => undefined

function provide(
  router: RouterValue,
  page: Snapshot,
  pending: Snapshot,
  children: ReactElement,
): ReactElement {
  return (
    <RouterContext value={router}>
      <PendingContext value={pending}>
        <TransitionContext value={pending.transition}>
          <PageContext value={page}>{children}</PageContext>
        </TransitionContext>
      </PendingContext>
    </RouterContext>
  )
}

// The elements are always the same objects, so the tree below does not render each time that the page does.
const root: ReactElement = <RouteView depth={0} />

// A page moves only if its navigation asks for it. React before 19.3 has no view transitions.
const movingRoot: ReactElement = ViewTransition ? (
  <ViewTransition default="none" update={{ navigation: 'auto', default: 'none' }}>
    {root}
  </ViewTransition>
) : (
  root
)

/** Creates the element that the server renders. */
export function createServerPage(router: RouterValue, page: Snapshot): ReactElement {
  return <ServerView router={router} page={page} />
}
