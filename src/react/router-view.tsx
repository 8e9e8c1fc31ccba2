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

/** A whole page: what a server renders and a browser hydrates. */
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

// One element for ever: the tree below renders for what it reads, not because the page around it did.
const root: ReactElement = <RouteView depth={0} />

/** A page as a server renders it. */
export function createServerPage(router: RouterValue, page: Snapshot): ReactElement {
  return <RouterView router={router} page={page} pending={page} />
}
