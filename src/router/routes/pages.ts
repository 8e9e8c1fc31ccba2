import type { Contract } from '../contract/index.ts'
import { invariant } from '../../internal/guards/check.ts'

/** The parts of a `Route` that {@link page} and {@link layout} use: its method and its pattern. */
export interface PageRoute {
  readonly method: string
  readonly pattern: { toString(): string }
  /** The contract of the loader and the action of the module. */
  readonly contract?: Contract | undefined
}

/** The two routes that `form()` returns: one for GET, and one with the contract of the action. */
export interface FormPair {
  readonly [name: string]: PageRoute
}

/** Options of a node of the page tree. */
export interface PageOptions {
  /**
   * The route id, for a module that is used more than once.
   *
   * @default the path of the file under `app/` without its extension
   */
  id?: string
}

/** One node of the page tree: plain data from {@link page}, {@link layout} or {@link index}. */
export interface PageNode {
  readonly kind: 'page' | 'layout' | 'index'
  /** The module, relative to `routes.ts`. */
  readonly file: string
  /** The whole pattern, or `undefined` for an index and for a layout with its parent's path. */
  readonly pattern: string | undefined
  readonly id: string | undefined
  /** The contract of its route. */
  readonly contract?: Contract | undefined
  readonly children: readonly PageNode[]
}

/** The page tree of an app: the default export of `app/routes.ts`. */
export interface PageTree {
  readonly kind: 'pages'
  readonly children: readonly PageNode[]
}

/**
 * Creates the page tree that replaces the flat files of `app/routes/`. Make it the default export of `app/routes.ts`. It
 * never reaches the browser.
 *
 * @param children The pages below the root module, in any order
 * @returns Plain data for `framework/vite`
 *
 * @example
 * export default pages([
 *   page(routes.home, './home.tsx'),
 *   layout('./books/layout.tsx', [page(routes.books.show, './books/show.tsx')]),
 * ])
 */
export function pages(children: readonly PageNode[]): PageTree {
  return { kind: 'pages', children: checkChildren('pages', children) }
}

/**
 * Creates a page: the module that is shown for the pattern of a route, and the pages inside it.
 *
 * @param route A route for `ANY` or `GET`, or the pair of `form()`. The module's `action` handles the other methods
 * @param file The route module, relative to `routes.ts`
 * @param children Pages whose patterns extend this pattern
 * @throws {TypeError} If the route is for another method, or `file` is not relative
 */
export function page(
  route: PageRoute | FormPair,
  file: string,
  children: readonly PageNode[] = [],
  options: PageOptions = {},
): PageNode {
  return createNode('page', route, file, children, options)
}

/**
 * Creates a layout: a module around other pages. Without a route it has its parent's path. With a route it has a path of the
 * route, so that forms can use its `action`.
 *
 * @param file The route module, relative to `routes.ts`
 * @param children The pages inside it
 * @throws {TypeError} If the route is for another method than `ANY` or `GET`, or `file` is not relative
 */
export function layout(file: string, children: readonly PageNode[], options?: PageOptions): PageNode
export function layout(
  route: PageRoute,
  file: string,
  children: readonly PageNode[],
  options?: PageOptions,
): PageNode
export function layout(
  ...args:
    | [file: string, children: readonly PageNode[], options?: PageOptions]
    | [route: PageRoute, file: string, children: readonly PageNode[], options?: PageOptions]
): PageNode {
  const all = typeof args[0] === 'string' ? [undefined, ...args] : args
  const [route, file, children, options = {}] = all as [
    route: PageRoute | undefined,
    file: string,
    children: readonly PageNode[],
    options?: PageOptions,
  ]

  return createNode('layout', route, file, children, options)
}

/**
 * Creates the page that is shown at the path of its parent.
 *
 * @param file The route module, relative to `routes.ts`
 * @throws {TypeError} If `file` is not relative
 */
export function index(file: string, options: PageOptions = {}): PageNode {
  return createNode('index', undefined, file, [], options)
}

function createNode(
  kind: PageNode['kind'],
  route: PageRoute | FormPair | undefined,
  file: string,
  children: readonly PageNode[],
  { id }: PageOptions,
): PageNode {
  return {
    kind,
    file: checkFile(kind, file),
    ...(kind === 'page' || route !== undefined ? readRoute(kind, route!) : { pattern: undefined }),
    id,
    children: checkChildren(kind, children),
  }
}

function readRoute(
  name: string,
  given: PageRoute | FormPair,
): Pick<PageNode, 'pattern' | 'contract'> {
  const pair = readPair(given)
  const route = pair?.index ?? given
  invariant(
    isPageRoute(route),
    `${name}() takes a route of your route map first, not ${JSON.stringify(given)}`,
  )
  invariant(
    route.method === 'ANY' || route.method === 'GET',
    `${name}() takes a route for ANY or GET, not ${route.method} "${route.pattern.toString()}": the module's action handles the other methods`,
  )
  invariant(
    route.method === 'ANY' || route.contract?.body === undefined,
    `${name}() cannot use the body in the contract of GET "${route.pattern.toString()}": GET requests have none. Use any(), or form() for both routes.`,
  )
  const contract = pair ? pair.action.contract : route.contract

  return { pattern: route.pattern.toString(), ...(contract && { contract }) }
}

function isPageRoute(route: unknown): route is PageRoute {
  return (
    typeof route === 'object' &&
    route !== null &&
    typeof (route as { method?: unknown }).method === 'string'
  )
}

/** Returns the routes of `form()`. They may have any names. */
function readPair(
  given: PageRoute | FormPair,
): { index: PageRoute; action: PageRoute } | undefined {
  if (typeof given !== 'object' || given === null || isPageRoute(given)) return undefined

  const routes = Object.values(given)
  const index = routes.find((route) => isPageRoute(route) && route.method === 'GET')
  const action = routes.find((route) => route !== index)
  const isPair =
    routes.length === 2 &&
    index !== undefined &&
    isPageRoute(action) &&
    action.pattern.toString() === index.pattern.toString()

  return isPair ? { index, action } : undefined
}

function checkFile(name: string, file: string): string {
  invariant(
    typeof file === 'string' && /^\.\.?\//.test(file),
    `${name}() takes a file relative to routes.ts such as "./home.tsx", not ${JSON.stringify(file)}`,
  )
  return file
}

function checkChildren(name: string, children: readonly PageNode[]): readonly PageNode[] {
  invariant(
    Array.isArray(children),
    `${name}() takes a list of page(), layout() and index(), not ${JSON.stringify(children)}`,
  )
  return children
}
