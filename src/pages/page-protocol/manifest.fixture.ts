import { serializePath } from '../../router/route-pattern/shared.ts'
import type { ManifestRoute, RouteManifest } from './manifest.ts'

/** A route of a fake app: has a loader, an action and a component unless it says otherwise. */
export type FakeRoute = Partial<ManifestRoute> & { id: string; pattern?: string }

export function createManifest(
  routes: readonly FakeRoute[],
  given: Partial<RouteManifest> = {},
): RouteManifest {
  return {
    version: 'v1',
    basename: '/',
    trailingSlash: 'strict',
    ...given,
    routes: Object.fromEntries(
      routes.map((route): [string, ManifestRoute] => [
        route.id,
        {
          ...(route.id !== 'root' && { parentId: 'root' }),
          hasLoader: true,
          hasAction: true,
          hasMiddleware: false,
          hasComponent: true,
          hasErrorBoundary: route.id === 'root',
          module: `/assets/${route.id}.js`,
          imports: [],
          css: [],
          ...(route.pattern !== undefined && {
            path: serializePath(route.pattern, { splat: true }),
          }),
          ...route,
        },
      ]),
    ),
  }
}

/** A shop: enough routes for every row of the tables. */
export const shopRoutes: readonly FakeRoute[] = [
  { id: 'root', pattern: '/' },
  { id: 'home', pattern: '/', index: true },
  { id: 'books', pattern: '/books', hasErrorBoundary: true },
  { id: 'shelf', pattern: '/books', index: true, parentId: 'books' },
  { id: 'book', pattern: '/books/:slug', parentId: 'books', hasErrorBoundary: true },
  { id: 'reviews', pattern: '/books/:slug/reviews', parentId: 'book' },
  { id: 'cart', pattern: '/cart' },
  { id: 'login', pattern: '/login' },
  { id: 'about', pattern: '/about', hasLoader: false, hasAction: false },
  { id: 'api', pattern: '/api/likes', hasComponent: false },
]
