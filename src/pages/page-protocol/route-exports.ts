// The names that a route module can export. A new name begins here: the build, the dev server, warnings and `renderRoute()`
// read these lists. `RouteModule` in react/route-module.ts has the types.

/** The exports that run only on the server. The browser never gets them. */
export const serverExports = [
  'loader',
  'action',
  'contract',
  'reads',
  'headers',
  'middleware',
  'prerender',
  'scripts',
  'live',
  'once',
] as const

/** The components that show a route. A module without any of them handles its requests itself. */
export const viewExports: readonly string[] = ['default', 'ErrorBoundary', 'CatchBoundary']

/** The exports that a browser reads besides components. */
export const policyExports: readonly string[] = [
  'meta',
  'links',
  'handle',
  'shouldReload',
  'unstable_shouldReload',
  'shouldRevalidate',
]

/** The exports that the browser also gets. */
export const browserExports: readonly string[] = [...viewExports, 'Layout', ...policyExports]
