import type { ReactElement } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import {
  PageContext,
  PendingContext,
  RouterContext,
  TransitionContext,
  type RouterValue,
} from './contexts.ts'
import { RouteView } from './outlet.ts'

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
  return jsx(RouterContext, {
    value: router,
    children: jsx(PendingContext, {
      value: pending,
      children: jsx(TransitionContext, {
        value: pending.transition,
        children: jsx(PageContext, { value: page, children: root }),
      }),
    }),
  })
}

// One element for ever: the tree below renders for what it reads, not because the page around it did.
const root: ReactElement = /* @__PURE__ */ jsx(RouteView, { depth: 0 })

/** A page as a server renders it. */
export function createServerPage(router: RouterValue, page: Snapshot): ReactElement {
  return jsx(RouterView, { router, page, pending: page })
}
