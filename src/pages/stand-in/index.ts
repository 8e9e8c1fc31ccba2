// This file is written by scripts/peer-names.ts. It has every name that Remix 1 and 2 and React Router 6 to 8 have exported
// (MV-6).
import { createContextKey } from 'framework/fetch-router'
import { missing } from './missing.ts'

export * from 'framework'
export * from 'framework/compat'
export { createContextKey as createContext, createContextKey as unstable_createContext }
export * from './meanings.ts'

export const AbortedDeferredError: never = /* @__PURE__ */ missing('AbortedDeferredError')
export const BrowserRouter: never = /* @__PURE__ */ missing('BrowserRouter')
export const HashRouter: never = /* @__PURE__ */ missing('HashRouter')
export const HydratedRouter: never = /* @__PURE__ */ missing('HydratedRouter')
export const IDLE_BLOCKER: never = /* @__PURE__ */ missing('IDLE_BLOCKER')
export const IDLE_FETCHER: never = /* @__PURE__ */ missing('IDLE_FETCHER')
export const IDLE_NAVIGATION: never = /* @__PURE__ */ missing('IDLE_NAVIGATION')
export const MaxPartSizeExceededError: never = /* @__PURE__ */ missing('MaxPartSizeExceededError')
export const MemoryRouter: never = /* @__PURE__ */ missing('MemoryRouter')
export const NavigationType: never = /* @__PURE__ */ missing('NavigationType')
export const NodeOnDiskFile: never = /* @__PURE__ */ missing('NodeOnDiskFile')
export const RemixBrowser: never = /* @__PURE__ */ missing('RemixBrowser')
export const RemixNotSetupError: never = /* @__PURE__ */ missing('RemixNotSetupError')
export const RemixServer: never = /* @__PURE__ */ missing('RemixServer')
export const Route: never = /* @__PURE__ */ missing('Route')
export const Router: never = /* @__PURE__ */ missing('Router')
export const RouterContextProvider: never = /* @__PURE__ */ missing('RouterContextProvider')
export const RouterProvider: never = /* @__PURE__ */ missing('RouterProvider')
export const Routes: never = /* @__PURE__ */ missing('Routes')
export const ServerRouter: never = /* @__PURE__ */ missing('ServerRouter')
export const StaticRouter: never = /* @__PURE__ */ missing('StaticRouter')
export const StaticRouterProvider: never = /* @__PURE__ */ missing('StaticRouterProvider')
export const UNSAFE_AwaitContextProvider: never = /* @__PURE__ */ missing(
  'UNSAFE_AwaitContextProvider',
)
export const UNSAFE_DataRouterContext: never = /* @__PURE__ */ missing('UNSAFE_DataRouterContext')
export const UNSAFE_DataRouterDataContext: never = /* @__PURE__ */ missing(
  'UNSAFE_DataRouterDataContext',
)
export const UNSAFE_DataRouterNavigationContext: never = /* @__PURE__ */ missing(
  'UNSAFE_DataRouterNavigationContext',
)
export const UNSAFE_DataRouterStateContext: never = /* @__PURE__ */ missing(
  'UNSAFE_DataRouterStateContext',
)
export const UNSAFE_DataStaticRouterContext: never = /* @__PURE__ */ missing(
  'UNSAFE_DataStaticRouterContext',
)
export const UNSAFE_ErrorResponseImpl: never = /* @__PURE__ */ missing('UNSAFE_ErrorResponseImpl')
export const UNSAFE_FetchersContext: never = /* @__PURE__ */ missing('UNSAFE_FetchersContext')
export const UNSAFE_FrameworkContext: never = /* @__PURE__ */ missing('UNSAFE_FrameworkContext')
export const UNSAFE_LocationContext: never = /* @__PURE__ */ missing('UNSAFE_LocationContext')
export const UNSAFE_NavigationContext: never = /* @__PURE__ */ missing('UNSAFE_NavigationContext')
export const UNSAFE_RSCDefaultRootErrorBoundary: never = /* @__PURE__ */ missing(
  'UNSAFE_RSCDefaultRootErrorBoundary',
)
export const UNSAFE_RemixContext: never = /* @__PURE__ */ missing('UNSAFE_RemixContext')
export const UNSAFE_RemixErrorBoundary: never = /* @__PURE__ */ missing('UNSAFE_RemixErrorBoundary')
export const UNSAFE_RouteContext: never = /* @__PURE__ */ missing('UNSAFE_RouteContext')
export const UNSAFE_RouteDiscoveryRuntime: never = /* @__PURE__ */ missing(
  'UNSAFE_RouteDiscoveryRuntime',
)
export const UNSAFE_ServerMode: never = /* @__PURE__ */ missing('UNSAFE_ServerMode')
export const UNSAFE_SingleFetchRedirectSymbol: never = /* @__PURE__ */ missing(
  'UNSAFE_SingleFetchRedirectSymbol',
)
export const UNSAFE_ViewTransitionContext: never = /* @__PURE__ */ missing(
  'UNSAFE_ViewTransitionContext',
)
export const UNSAFE_WithComponentProps: never = /* @__PURE__ */ missing('UNSAFE_WithComponentProps')
export const UNSAFE_WithErrorBoundaryProps: never = /* @__PURE__ */ missing(
  'UNSAFE_WithErrorBoundaryProps',
)
export const UNSAFE_WithHydrateFallbackProps: never = /* @__PURE__ */ missing(
  'UNSAFE_WithHydrateFallbackProps',
)
export const UNSAFE_createBrowserHistory: never = /* @__PURE__ */ missing(
  'UNSAFE_createBrowserHistory',
)
export const UNSAFE_createClientRoutes: never = /* @__PURE__ */ missing('UNSAFE_createClientRoutes')
export const UNSAFE_createClientRoutesWithHMRRevalidationOptOut: never = /* @__PURE__ */ missing(
  'UNSAFE_createClientRoutesWithHMRRevalidationOptOut',
)
export const UNSAFE_createHashHistory: never = /* @__PURE__ */ missing('UNSAFE_createHashHistory')
export const UNSAFE_createMemoryHistory: never = /* @__PURE__ */ missing(
  'UNSAFE_createMemoryHistory',
)
export const UNSAFE_createRouter: never = /* @__PURE__ */ missing('UNSAFE_createRouter')
export const UNSAFE_decodeViaTurboStream: never = /* @__PURE__ */ missing(
  'UNSAFE_decodeViaTurboStream',
)
export const UNSAFE_defaultMapRouteProperties: never = /* @__PURE__ */ missing(
  'UNSAFE_defaultMapRouteProperties',
)
export const UNSAFE_deserializeErrors: never = /* @__PURE__ */ missing('UNSAFE_deserializeErrors')
export const UNSAFE_enhanceManualRouteObjects: never = /* @__PURE__ */ missing(
  'UNSAFE_enhanceManualRouteObjects',
)
export const UNSAFE_getCustomPatchRoutesOnNavigationFunction: never = /* @__PURE__ */ missing(
  'UNSAFE_getCustomPatchRoutesOnNavigationFunction',
)
export const UNSAFE_getHydrationData: never = /* @__PURE__ */ missing('UNSAFE_getHydrationData')
export const UNSAFE_getPatchRoutesOnNavigationFunction: never = /* @__PURE__ */ missing(
  'UNSAFE_getPatchRoutesOnNavigationFunction',
)
export const UNSAFE_getSingleFetchDataStrategy: never = /* @__PURE__ */ missing(
  'UNSAFE_getSingleFetchDataStrategy',
)
export const UNSAFE_getTurboStreamSingleFetchDataStrategy: never = /* @__PURE__ */ missing(
  'UNSAFE_getTurboStreamSingleFetchDataStrategy',
)
export const UNSAFE_hydrationRouteProperties: never = /* @__PURE__ */ missing(
  'UNSAFE_hydrationRouteProperties',
)
export const UNSAFE_invariant: never = /* @__PURE__ */ missing('UNSAFE_invariant')
export const UNSAFE_logV6DeprecationWarnings: never = /* @__PURE__ */ missing(
  'UNSAFE_logV6DeprecationWarnings',
)
export const UNSAFE_mapRouteProperties: never = /* @__PURE__ */ missing('UNSAFE_mapRouteProperties')
export const UNSAFE_shouldHydrateRouteLoader: never = /* @__PURE__ */ missing(
  'UNSAFE_shouldHydrateRouteLoader',
)
export const UNSAFE_useCustomRouteDiscovery: never = /* @__PURE__ */ missing(
  'UNSAFE_useCustomRouteDiscovery',
)
export const UNSAFE_useFogOFWarDiscovery: never = /* @__PURE__ */ missing(
  'UNSAFE_useFogOFWarDiscovery',
)
export const UNSAFE_useRouteId: never = /* @__PURE__ */ missing('UNSAFE_useRouteId')
export const UNSAFE_useRoutesImpl: never = /* @__PURE__ */ missing('UNSAFE_useRoutesImpl')
export const UNSAFE_useScrollRestoration: never = /* @__PURE__ */ missing(
  'UNSAFE_useScrollRestoration',
)
export const UNSAFE_withComponentProps: never = /* @__PURE__ */ missing('UNSAFE_withComponentProps')
export const UNSAFE_withErrorBoundaryProps: never = /* @__PURE__ */ missing(
  'UNSAFE_withErrorBoundaryProps',
)
export const UNSAFE_withHydrateFallbackProps: never = /* @__PURE__ */ missing(
  'UNSAFE_withHydrateFallbackProps',
)
export const broadcastDevReady: never = /* @__PURE__ */ missing('broadcastDevReady')
export const createBrowserRouter: never = /* @__PURE__ */ missing('createBrowserRouter')
export const createCloudflareKVSessionStorage: never = /* @__PURE__ */ missing(
  'createCloudflareKVSessionStorage',
)
export const createHashRouter: never = /* @__PURE__ */ missing('createHashRouter')
export const createMemoryRouter: never = /* @__PURE__ */ missing('createMemoryRouter')
export const createPath: never = /* @__PURE__ */ missing('createPath')
export const createReadableStreamFromReadable: never = /* @__PURE__ */ missing(
  'createReadableStreamFromReadable',
)
export const createRequestHandler: never = /* @__PURE__ */ missing('createRequestHandler')
export const createRequestListener: never = /* @__PURE__ */ missing('createRequestListener')
export const createRoutesFromChildren: never = /* @__PURE__ */ missing('createRoutesFromChildren')
export const createRoutesFromElements: never = /* @__PURE__ */ missing('createRoutesFromElements')
export const createRoutesStub: never = /* @__PURE__ */ missing('createRoutesStub')
export const createSearchParams: never = /* @__PURE__ */ missing('createSearchParams')
export const createStaticHandler: never = /* @__PURE__ */ missing('createStaticHandler')
export const createStaticRouter: never = /* @__PURE__ */ missing('createStaticRouter')
export const createWorkersKVSessionStorage: never = /* @__PURE__ */ missing(
  'createWorkersKVSessionStorage',
)
export const defer: never = /* @__PURE__ */ missing('defer')
export const href: never = /* @__PURE__ */ missing('href')
export const logDevReady: never = /* @__PURE__ */ missing('logDevReady')
export const matchPath: never = /* @__PURE__ */ missing('matchPath')
export const matchRoutes: never = /* @__PURE__ */ missing('matchRoutes')
export const parsePath: never = /* @__PURE__ */ missing('parsePath')
export const readableStreamToString: never = /* @__PURE__ */ missing('readableStreamToString')
export const renderMatches: never = /* @__PURE__ */ missing('renderMatches')
export const resolvePath: never = /* @__PURE__ */ missing('resolvePath')
export const unstable_HistoryRouter: never = /* @__PURE__ */ missing('unstable_HistoryRouter')
export const unstable_RSCHydratedRouter: never = /* @__PURE__ */ missing(
  'unstable_RSCHydratedRouter',
)
export const unstable_RSCStaticRouter: never = /* @__PURE__ */ missing('unstable_RSCStaticRouter')
export const unstable_RouterContextProvider: never = /* @__PURE__ */ missing(
  'unstable_RouterContextProvider',
)
export const unstable_composeUploadHandlers: never = /* @__PURE__ */ missing(
  'unstable_composeUploadHandlers',
)
export const unstable_createCallServer: never = /* @__PURE__ */ missing('unstable_createCallServer')
export const unstable_createFileUploadHandler: never = /* @__PURE__ */ missing(
  'unstable_createFileUploadHandler',
)
export const unstable_createMemoryUploadHandler: never = /* @__PURE__ */ missing(
  'unstable_createMemoryUploadHandler',
)
export const unstable_data: never = /* @__PURE__ */ missing('unstable_data')
export const unstable_defineAction: never = /* @__PURE__ */ missing('unstable_defineAction')
export const unstable_defineClientAction: never = /* @__PURE__ */ missing(
  'unstable_defineClientAction',
)
export const unstable_defineClientLoader: never = /* @__PURE__ */ missing(
  'unstable_defineClientLoader',
)
export const unstable_defineLoader: never = /* @__PURE__ */ missing('unstable_defineLoader')
export const unstable_getRSCStream: never = /* @__PURE__ */ missing('unstable_getRSCStream')
export const unstable_getRequest: never = /* @__PURE__ */ missing('unstable_getRequest')
export const unstable_matchRSCServerRequest: never = /* @__PURE__ */ missing(
  'unstable_matchRSCServerRequest',
)
export const unstable_parseMultipartFormData: never = /* @__PURE__ */ missing(
  'unstable_parseMultipartFormData',
)
export const unstable_preloadRoutePattern: never = /* @__PURE__ */ missing(
  'unstable_preloadRoutePattern',
)
export const unstable_routeRSCServerRequest: never = /* @__PURE__ */ missing(
  'unstable_routeRSCServerRequest',
)
export const unstable_setDevServerHooks: never = /* @__PURE__ */ missing(
  'unstable_setDevServerHooks',
)
export const unstable_useBlocker: never = /* @__PURE__ */ missing('unstable_useBlocker')
export const unstable_usePrompt: never = /* @__PURE__ */ missing('unstable_usePrompt')
export const unstable_useRoute: never = /* @__PURE__ */ missing('unstable_useRoute')
export const unstable_useRouteDiscovery: never = /* @__PURE__ */ missing(
  'unstable_useRouteDiscovery',
)
export const unstable_useRouterState: never = /* @__PURE__ */ missing('unstable_useRouterState')
export const unstable_useViewTransitionState: never = /* @__PURE__ */ missing(
  'unstable_useViewTransitionState',
)
export const useAsyncValue: never = /* @__PURE__ */ missing('useAsyncValue')
export const useInRouterContext: never = /* @__PURE__ */ missing('useInRouterContext')
export const useLinkClickHandler: never = /* @__PURE__ */ missing('useLinkClickHandler')
export const useMatch: never = /* @__PURE__ */ missing('useMatch')
export const useOutlet: never = /* @__PURE__ */ missing('useOutlet')
export const useRoutes: never = /* @__PURE__ */ missing('useRoutes')
export const useViewTransitionState: never = /* @__PURE__ */ missing('useViewTransitionState')
export const writeAsyncIterableToWritable: never = /* @__PURE__ */ missing(
  'writeAsyncIterableToWritable',
)
export const writeReadableStreamToWritable: never = /* @__PURE__ */ missing(
  'writeReadableStreamToWritable',
)
