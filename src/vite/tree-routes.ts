import type { PageNode, PageTree } from '../routes/index.ts'
import {
  checkCollisions,
  rootRoute,
  RouteConfigError,
  routeId,
  type RouteConfig,
} from './route-config.ts'

/**
 * The routes that the page tree of `app/routes.ts` makes.
 *
 * @param root The root module under `app/`, such as `root.tsx`
 * @param tree The default export of `routes.ts`
 * @returns The root, then every route after its parent
 * @throws {RouteConfigError} If the tree is not one, a pattern does not extend its parent's, or an id is used twice
 */
export function treeRoutes(root: string, tree: unknown): RouteConfig[] {
  if (!isPageTree(tree)) {
    throw new RouteConfigError(
      'app/routes.ts has a default export that is not a page tree: export default pages([…])',
    )
  }

  const routes = [rootRoute(root)]
  for (const node of tree.children) addNode(node, routes[0]!, routes)

  checkIds(routes)
  checkCollisions(routes, 'give one of them another route')
  return routes
}

/** Whether the default export of `routes.ts` is a page tree. */
function isPageTree(value: unknown): value is PageTree {
  return (
    typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'pages'
  )
}

function addNode(node: PageNode, parent: RouteConfig, routes: RouteConfig[]): void {
  const file = node.file.replace(/^\.\//, '')
  if (file.startsWith('../')) {
    throw new RouteConfigError(`${node.file} in app/routes.ts is outside of app/: move it there`)
  }

  const pattern = node.pattern ?? parent.pattern
  const route: RouteConfig = {
    id: node.id ?? routeId(file),
    parentId: parent.id,
    file,
    pattern,
    // A page with the path of the one around it is its index, whatever it was called.
    index: node.kind !== 'layout' && node.children.length === 0 && pattern === parent.pattern,
    pathless: node.kind === 'layout' && node.pattern === undefined,
    splat: false,
  }

  checkPattern(route, parent)
  routes.push(route)
  for (const child of node.children) addNode(child, route, routes)
}

function checkPattern(route: RouteConfig, parent: RouteConfig): void {
  if (!/^\(*\//.test(route.pattern) || /(?<!\\)\?/.test(route.pattern)) {
    throw new RouteConfigError(
      `Cannot make a page of "${route.pattern}" (app/${route.file}): pages have a path only, no host and no search`,
    )
  }
  if (!extendsPattern(route.pattern, parent.pattern)) {
    throw new RouteConfigError(
      `"${route.pattern}" (app/${route.file}) stands inside "${parent.pattern}" (app/${parent.file}) but does not begin with it: ` +
        'use a pattern that extends it, or move the page out',
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
        `"${rival.pattern}" and "${route.pattern}" both have the route id "${route.id}": ` +
          `give one of them its own, as in page(route, './${route.file}', [], { id: '${route.id}-2' })`,
      )
    }
    seen.set(route.id, route)
  }
}
