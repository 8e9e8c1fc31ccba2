import { use, type ReactElement, type ReactNode } from 'react'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { BoundaryView, RenderBoundary } from './boundaries.tsx'
import { canBeServer } from './can-be-server.ts'
import {
  OutletContext,
  RouteContext,
  usePage,
  useRoute,
  useRouter,
  type RouterValue,
  type RouteValue,
} from './contexts.ts'
import type { ClientRouteModule } from './route-module.ts'

/** Props of {@link Outlet}. */
export interface OutletProps {
  /** The value of `useOutletContext()` in the child route. */
  context?: unknown
}

/** Renders the child route, or nothing if this route is the last one. */
export function Outlet({ context }: OutletProps): ReactElement {
  const { depth } = useRoute('<Outlet>')
  const child = <RouteView depth={depth + 1} />

  return context === undefined ? child : <OutletContext value={context}>{child}</OutletContext>
}

/** Returns the value that the parent route passed to `<Outlet context>`. */
export function useOutletContext<Context = unknown>(): Context {
  return use(OutletContext) as Context
}

/** Renders one matched route: its component, or its boundary if the route or a route below it failed. */
export function RouteView({ depth }: { depth: number }): ReactNode {
  const router = useRouter('<Outlet>')
  const page = usePage('<Outlet>')
  const match = page.matches[depth]
  if (match === undefined) return null

  const module = router.modules.get(match.id) ?? noModule
  const isRoot = depth === 0
  const hasBoundary = isRoot || match.route.hasErrorBoundary
  if (canBeServer && hasBoundary) router.server?.onBoundary(depth)
  if (canBeServer) router.server?.onRoute?.(depth)

  const catchErrors = (module: ClientRouteModule, children: ReactNode): ReactNode =>
    !canBeServer || router.browser ? (
      <RenderBoundary
        id={match.id}
        location={page.location}
        router={router}
        module={module}
        isRoot={isRoot}
      >
        {children}
      </RenderBoundary>
    ) : (
      children
    )

  let content = contentOf(router, page, match, module)
  if (hasBoundary) content = catchErrors(module, content)
  if (isRoot) {
    if (module.Layout) content = <module.Layout>{content}</module.Layout>
    // If the layout or the boundary of the root fails, the default document is shown.
    content = catchErrors(noModule, content)
  }

  return <RouteContext value={routeValue(router, match.id, depth)}>{content}</RouteContext>
}

const noModule: ClientRouteModule = {}

function contentOf(
  router: RouterValue,
  page: Snapshot,
  match: PageMatch,
  module: ClientRouteModule,
): ReactNode {
  if (page.errors && Object.hasOwn(page.errors, match.id)) {
    return (
      <BoundaryView
        module={module}
        error={page.errors[match.id]}
        isRoot={match.route.parentId === undefined}
      />
    )
  }

  const Page = module.default ?? Outlet
  if (canBeServer && router.server) return <Page />
  // The element stays the same, so a navigation renders only components whose data changed. `useMemo()` would do the same,
  // but then React's code for it would be a part of every page.
  let element = elements.get(Page)
  if (!element) elements.set(Page, (element = <Page />))
  return element
}

/** The elements of route components. */
const elements = /* @__PURE__ */ new WeakMap<NonNullable<ClientRouteModule['default']>, ReactNode>()

const routeValues = /* @__PURE__ */ new WeakMap<RouterValue, Map<string, RouteValue>>()

/** Returns the value of the context of a route. In the browser it is the same object for each render. */
function routeValue(router: RouterValue, id: string, depth: number): RouteValue {
  if (canBeServer && router.server) return { id, depth }
  let values = routeValues.get(router)
  if (!values) routeValues.set(router, (values = new Map()))
  let value = values.get(id)
  if (!value) values.set(id, (value = { id, depth }))

  return value
}
