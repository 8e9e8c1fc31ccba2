import type { PageTree } from '../../router/routes/index.ts'
import type { PageNode } from '../../router/routes/shared.ts'
import {
  checkCollisions,
  rootRoute,
  RouteConfigError,
  routeId,
  type RouteConfig,
} from './route-config.ts'

/**
 * Returns the routes that the page tree of `app/routes.ts` defines.
 *
 * @param root The root module under `app/`, such as `root.tsx`
 * @param tree The default export of `routes.ts`
 * @returns The root, then every route after its parent
 * @throws {RouteConfigError} If the value is not a page tree, a pattern does not extend its parent's, or an id is used twice
 */
export function treeRoutes(root: string, tree: unknown): RouteConfig[] {
  if (!isPageTree(tree)) {
    throw new RouteConfigError(
      'Cannot use the default export of app/routes.ts: it is not a page tree. Write: export default pages([…])',
    )
  }

  const routes = [rootRoute(root)]
  for (const [at, node] of tree.children.entries()) addNode(node, [at], routes[0]!, routes)

  checkIds(routes)
  checkCollisions(routes, 'Give one of them another route.')
  return routes
}

/** Whether the default export of `routes.ts` is a page tree. */
function isPageTree(value: unknown): value is PageTree {
  return (
    typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'pages'
  )
}

function addNode(
  node: PageNode,
  at: readonly number[],
  parent: RouteConfig,
  routes: RouteConfig[],
): void {
  const file = node.file.replace(/^\.\//, '')
  if (file.startsWith('../')) {
    throw new RouteConfigError(
      `Cannot use ${node.file} in app/routes.ts: it is outside app/. Move it there.`,
    )
  }

  const pattern = node.pattern ?? parent.pattern
  const route: RouteConfig = {
    id: node.id ?? routeId(file),
    parentId: parent.id,
    file,
    pattern,
    // A page with the same path as its parent is the parent's index, even if it was not created with `index()`.
    index: node.kind !== 'layout' && node.children.length === 0 && pattern === parent.pattern,
    pathless: node.kind === 'layout' && node.pattern === undefined,
    splat: pattern.endsWith('/*'),
    ...(node.contract !== undefined && { contractAt: at }),
  }

  checkPattern(route, parent)
  routes.push(route)
  for (const [index, child] of node.children.entries()) {
    addNode(child, [...at, index], route, routes)
  }
}

function checkPattern(route: RouteConfig, parent: RouteConfig): void {
  if (!/^\(*\//.test(route.pattern) || /(?<!\\)\?/.test(route.pattern)) {
    throw new RouteConfigError(
      `Cannot use "${route.pattern}" for the page app/${route.file}. Use a pattern with only a path, without a host or a search.`,
    )
  }
  if (!extendsPattern(route.pattern, parent.pattern)) {
    throw new RouteConfigError(
      `Cannot put "${route.pattern}" (app/${route.file}) inside "${parent.pattern}" (app/${parent.file}): it does not start with the same path. ` +
        'Use a pattern that extends the outer one, or move the page out.',
    )
  }
}

/** Whether `pattern` begins with every segment of `parent`. */
function extendsPattern(pattern: string, parent: string): boolean {
  if (parent === '/' || pattern === parent) return true
  return pattern.startsWith(`${parent.replace(/\/$/, '')}/`) || pattern.startsWith(`${parent}(/`)
}

function checkIds(routes: readonly RouteConfig[]): void {
  const seen = new Map<string, RouteConfig>()
  for (const route of routes) {
    const rival = seen.get(route.id)
    if (rival !== undefined) {
      throw new RouteConfigError(
        `Cannot use the route id "${route.id}" for both "${rival.pattern}" and "${route.pattern}". ` +
          `Give one of them another id, as in page(route, './${route.file}', [], { id: '${route.id}-2' }).`,
      )
    }
    seen.set(route.id, route)
  }
}
