import { createElement, type ReactElement, type ReactNode } from 'react'
import {
  createClientRouter,
  createMemoryHistory,
  type ClientRouter,
  type Snapshot,
} from '../../../pages/client-router/index.ts'
import { isResponse } from '../../../internal/exchange/is-fetch-object.ts'
import type { NavigateOptions } from '../../../pages/client-router/shared.ts'
import type { ManifestRoute, RouteManifest } from '../../../pages/page-protocol/manifest.ts'
import type { Contract } from '../../../router/contract/index.ts'
import {
  joinContracts,
  readContract,
  readFields,
  readMessages,
} from '../../../router/contract/shared.ts'
import { invariant } from '../../../internal/guards/check.ts'
import { defaultTrailingSlash, serializePath } from '../../../router/route-pattern/shared.ts'
import { serverExports } from '../../../pages/page-protocol/route-exports.ts'
import { createPageMatcher } from '../../../pages/page-protocol/match-pages.ts'
import {
  createBrowser,
  HydratedRouter,
  type PageParamsOf,
  type RouteModule,
} from '../../../pages/react/testing/shared.ts'
import { createHref, RoutePattern } from '../../../router/route-pattern/index.ts'
import type {
  DataOption,
  LoadArgs,
  OtherStub,
  ParamsOption,
  PlaceOptions,
  RenderRouteOptions,
  SubmitArgs,
} from './route-options.ts'
import { createFirstData } from './stub-data.ts'
import { createStubServer, type RouteStub, type StubCall } from './stub-server.ts'

/** A route that is rendered, and the client router below it. */
export interface RouteView {
  /** To render with Testing Library, `createRoot()` or a story. */
  readonly element: ReactElement
  /** Path and query of the page. */
  readonly path: string
  /** Returns the current state, as the components see it. */
  snapshot(): Snapshot
  /** The requests so far, first to last. The first load is not among them, because its data comes with the page. */
  readonly calls: readonly StubCall[]
  /** Goes to a path, as a link does. */
  navigate(to: string | number, options?: NavigateOptions): void
  /** Waits until nothing is pending. */
  settled(): Promise<Snapshot>
}

/**
 * Creates a page from one route module, with the real client router and the real components. Only the server is a stub.
 *
 * @param module The route module: `import * as book from './book.tsx'`
 * @param options The place of the route, the results of its loader and action, and the routes around it
 * @returns An element to render, and functions to follow its state
 * @throws {TypeError} If there is neither a route nor a path
 *
 * @example
 * const view = renderRoute(book, { route: routes.books.show, params: { slug: 'dune' }, data: { title: 'Dune' } })
 * render(view.element)
 */
export function renderRoute<Module extends RouteModule, Pattern extends string>(
  module: Module,
  options: PlaceOptions<Pattern> &
    RenderRouteOptions<Module, NoInfer<Pattern>> &
    ParamsOption<NoInfer<Pattern>> &
    DataOption<Module, PageParamsOf<NoInfer<Pattern>>>,
): RouteView {
  return openRoute(module, options as unknown as AnyOptions)
}

/** The options without their types. */
interface AnyOptions {
  readonly route?: { readonly pattern: RoutePattern; readonly contract?: Contract }
  readonly contract?: Contract
  readonly path?: string
  readonly params?: Record<string, string>
  readonly id?: string
  readonly search?: string
  readonly data?: unknown
  readonly action?: (args: SubmitArgs) => unknown
  readonly parents?: readonly { id: string; data?: unknown; handle?: unknown }[]
  readonly others?: Readonly<Record<string, OtherStub>>
}

/** A route of the page: its module, and the server's half of it. */
interface OpenRoute {
  readonly id: string
  readonly parentId: string | undefined
  readonly pattern: string | undefined
  readonly module: RouteModule
  readonly stub: RouteStub
}

function openRoute(module: RouteModule, options: AnyOptions): RouteView {
  const { id = 'route', search = '', params = {} } = options
  const pattern = options.path ?? options.route?.pattern.toString()
  invariant(
    typeof pattern === 'string',
    'renderRoute() takes a `route` of a route map, or a `path` such as "/books/:slug"',
  )
  const href = createHref(RoutePattern.parse(pattern), params) + search
  const first = createFirstLoad(options.data, { params, url: new URL(href, 'http://localhost') })
  const routes = listRoutes(module, id, pattern, options, first.load)

  const manifest = createManifest(routes)
  const modules = new Map(routes.map((route) => [route.id, withoutServerExports(route.module)]))
  const calls: StubCall[] = []
  const stubs = new Map(routes.map((route) => [route.id, route.stub]))
  const { contract } = stubs.get(id)!
  const parentsData = Object.fromEntries(
    (options.parents ?? []).map((parent) => [parent.id, createFirstData(parent.data)]),
  )

  // If the data is a promise, the page is reached by a navigation, as in an app.
  const history = createMemoryHistory([first.isPending ? '/renderRoute' : href])
  const respond = createStubServer(stubs, createPageMatcher(manifest), (call) => calls.push(call))
  const router = createClientRouter({
    manifest,
    history,
    origin: originOf(globalThis.location),
    page: {
      loaderData: {
        ...parentsData,
        ...(!first.isPending &&
          options.data !== undefined && { [id]: createFirstData(first.value) }),
      },
      ...(contract && !first.isPending && { fields: { [id]: contract.fields } }),
    },
    async data(request) {
      const response = await respond(request)
      // A server would take longer than React, so this waits. So components see every state.
      await browser.painted(router.getSnapshot())
      request.signal.throwIfAborted()
      return response
    },
    painted: (snapshot) => browser.painted(snapshot),
    modules: { get: (routeId) => modules.get(routeId), load: async () => undefined },
    loadDocument: async (target) => {
      calls.push({ method: 'GET', path: target, fields: {} })
    },
    skew: { read: () => undefined, write: () => true, clear() {} },
  })
  const browser = createBrowser(router.getSnapshot(), '', modules)
  browser.start(router, async () => ({ PrefetchTags: () => null, watch: () => () => {} }))
  if (first.isPending) router.navigate(href, { replace: true })

  return {
    element: createElement(HydratedRouter, {
      value: { basename: '/', modules, browser },
      onRefresh() {},
    }),
    get path() {
      const { pathname, search: query } = router.getSnapshot().location
      return pathname + query
    },
    calls,
    snapshot: () => router.getSnapshot(),
    navigate: (to, navigateOptions) => router.navigate(to, navigateOptions),
    settled: () => settled(router),
  }
}

/** Returns the origin of links. A document without an address has none. */
function originOf(location: Location | undefined): string {
  const origin = location?.origin ?? 'null'
  return origin === 'null' ? 'http://localhost' : origin
}

/** Creates the load that comes with the page, and the function that loads again. */
function createFirstLoad(
  data: unknown,
  args: LoadArgs,
): { value: unknown; isPending: boolean; load: (args: LoadArgs) => unknown } {
  const call = (given: LoadArgs): unknown =>
    typeof data === 'function' ? (data as (args: LoadArgs) => unknown)(given) : data
  let first: (() => unknown) | undefined
  try {
    const value = call(args)
    const isPending = value instanceof Promise || isResponse(value)
    first = isPending ? () => value : undefined
    return { value, isPending, load }
  } catch (error) {
    first = () => {
      throw error
    }
    return { value: undefined, isPending: true, load }
  }

  function load(given: LoadArgs): unknown {
    const run = first ?? (() => call(given))
    first = undefined
    return run()
  }
}

function listRoutes(
  module: RouteModule,
  id: string,
  pattern: string,
  options: AnyOptions,
  load: RouteStub['load'],
): OpenRoute[] {
  const { parents = [], others = {}, action } = options
  const above = parents.map((parent, at): OpenRoute => ({
    id: parent.id,
    parentId: at === 0 ? rootId : parents[at - 1]!.id,
    pattern: undefined,
    module: { handle: parent.handle },
    stub: { load: () => parent.data },
  }))
  return [
    {
      id: rootId,
      parentId: undefined,
      pattern: '/',
      // The layout is replaced, so that an error without a boundary is not shown as a whole document.
      module: { Layout: ({ children }: { children: ReactNode }) => children },
      stub: {},
    },
    ...above,
    {
      id,
      parentId: parents.at(-1)?.id ?? rootId,
      pattern,
      module,
      stub: { load, submit: action, contract: readPageContract(module, id, options) },
    },
    ...Object.entries(others).map(([path, other]): OpenRoute => ({
      id: path,
      parentId: rootId,
      pattern: path,
      module: { default: () => other.element },
      stub: {
        load: (args) => (typeof other.data === 'function' ? other.data(args) : other.data),
        submit: other.action,
      },
    })),
  ]
}

/** Reads the contract as the server does. A module for the browser has no contract, so a test can pass it. */
function readPageContract(
  module: RouteModule,
  id: string,
  { contract, route }: AnyOptions,
): RouteStub['contract'] {
  const given = contract ?? joinContracts(module.contract, route?.contract, id)
  if (given === undefined) return undefined

  const read = readContract(given, `route "${id}"`)
  const fields = readFields(read, id)
  const asked = readMessages(read, fields)

  return { read, fields: asked instanceof Promise ? fields : asked }
}

const rootId = 'renderRoute'

function createManifest(routes: readonly OpenRoute[]): RouteManifest {
  const entries = routes.map(({ id, parentId, pattern, module, stub }): [string, ManifestRoute] => [
    id,
    {
      id,
      ...(parentId !== undefined && { parentId }),
      ...(pattern !== undefined && { path: serializePath(pattern, { splat: true }), pattern }),
      ...(pattern === '/' && parentId !== undefined && { index: true }),
      hasLoader: id !== rootId,
      hasAction: id !== rootId,
      hasMiddleware: false,
      hasComponent: true,
      ...(stub.contract && { hasFields: true }),
      hasErrorBoundary: module.ErrorBoundary !== undefined || module.CatchBoundary !== undefined,
      module: '',
      imports: [],
      css: [],
    },
  ])
  return {
    version: 'test',
    basename: '/',
    trailingSlash: defaultTrailingSlash,
    routes: Object.fromEntries(entries),
  }
}

/** Returns a module as the browser has it. */
function withoutServerExports(module: RouteModule): RouteModule {
  const kept = { ...module }
  for (const name of serverExports) delete kept[name]
  return kept
}

function settled(router: ClientRouter): Promise<Snapshot> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const snapshot = router.getSnapshot()
      const isIdle =
        snapshot.transition.state === 'idle' &&
        snapshot.revalidation === 'idle' &&
        Array.from(snapshot.fetchers.values()).every(({ state }) => state === 'idle')
      if (isIdle) resolve(snapshot)
      return isIdle
    }
    if (look()) return
    const stop = router.subscribe(() => {
      if (look()) stop()
    })
  })
}
