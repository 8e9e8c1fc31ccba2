import type { Contract } from '../contract/index.ts'
import type { JoinPatterns, RoutePattern } from '../route-pattern/index.ts'
import type { RequestMethod } from '../../internal/http/http.ts'
import type { Route } from './route.ts'
import { nameRoutes } from './name-routes.ts'

/** The default names of a collection's routes. */
export type ResourcesMethod = keyof ResourcesTable

/** The default names of a singleton's routes. */
export type ResourceMethod = keyof ResourceTable

// Each entry is the method and the path below the base. `:id` stands for the name in `param`.
const resourcesTable = {
  index: ['GET', ''],
  new: ['GET', 'new'],
  show: ['GET', ':id'],
  create: ['POST', ''],
  edit: ['GET', ':id/edit'],
  update: ['PUT', ':id'],
  destroy: ['DELETE', ':id'],
} as const

const resourceTable = {
  new: ['GET', 'new'],
  show: ['GET', ''],
  create: ['POST', ''],
  edit: ['GET', 'edit'],
  update: ['PUT', ''],
  destroy: ['DELETE', ''],
} as const

type ResourcesTable = typeof resourcesTable
type ResourceTable = typeof resourceTable

type Selection<Name extends string> =
  | { readonly only?: readonly Name[]; readonly exclude?: never }
  | { readonly exclude?: readonly Name[]; readonly only?: never }

type Naming<Name extends string> = {
  /** Other names for routes, by their default name. */
  readonly names?: { readonly [Default in Name]?: string }
  /** The contracts of the routes, by their default name. */
  readonly contracts?: { readonly [Default in Name]?: Contract }
}

/** Options for {@link resources}: `only` or `exclude` (default names), `names`, `contracts`, and `param` (default `id`). */
export type ResourcesOptions = Selection<ResourcesMethod> &
  Naming<ResourcesMethod> & { readonly param?: string }

/** Options for {@link resource}: `only` or `exclude` (default names), `names` and `contracts`. */
export type ResourceOptions = Selection<ResourceMethod> & Naming<ResourceMethod>

/** The routes that {@link resources} returns, with exact names, methods and patterns. */
export type ResourcesRoutes<
  Base extends string,
  Options extends ResourcesOptions = {},
> = NamedRoutes<
  ResourcesTable,
  JoinPatterns<'/', Base>,
  Options,
  Options extends { readonly param: infer Param extends string } ? Param : 'id'
>

/** The routes that {@link resource} returns, with exact names, methods and patterns. */
export type ResourceRoutes<Base extends string, Options extends ResourceOptions = {}> = NamedRoutes<
  ResourceTable,
  JoinPatterns<'/', Base>,
  Options,
  'id'
>

type NamedRoutes<Table, Base extends string, Options, Param extends string> = {
  [Name in Selected<keyof Table & string, Options> as NameOf<Name, Options>]: Table[Name &
    keyof Table] extends readonly [infer Method extends RequestMethod, infer Path extends string]
    ? Route<
        Method,
        Path extends '' ? Base : JoinPatterns<Base, WithParam<Path, Param>>,
        ContractOf<Name, Options>
      >
    : never
}

type Selected<Name extends string, Options> = Options extends {
  readonly only: readonly (infer Only)[]
}
  ? Name & Only
  : Options extends { readonly exclude: readonly (infer Excluded)[] }
    ? Exclude<Name, Excluded>
    : Name

type NameOf<Name extends string, Options> = Options extends {
  readonly names: { readonly [Default in Name]: infer Custom extends string }
}
  ? Custom
  : Name

type ContractOf<Name extends string, Options> = Options extends {
  readonly contracts: { readonly [Default in Name]: infer Own extends Contract }
}
  ? Own
  : {}

type WithParam<Path extends string, Param extends string> = Path extends `:id${infer Rest}`
  ? `:${Param}${Rest}`
  : Path

/**
 * Creates the routes of a collection: `index`, `new`, `show`, `create`, `edit`, `update`, `destroy`.
 *
 * @param base The path of the collection, which may have params
 * @param options Which routes, their names, and the param of an item
 * @returns A map of up to 7 routes
 * @throws {Error} If both `only` and `exclude` are given, a name is unknown, or two routes get the same name
 * @throws {TypeError} If `param` is not an identifier
 *
 * @example
 * const routes = route({ books: resources('books', { param: 'slug', exclude: ['destroy'] }) })
 * routes.books.show.href({ slug: 'dune' }) // '/books/dune'
 */
export function resources<Base extends string, const Options extends ResourcesOptions = {}>(
  base: Base | RoutePattern<Base>,
  options?: Options,
): ResourcesRoutes<Base, Options> {
  const { param = 'id', ...rest }: ResourcesOptions = options ?? {}
  if (!/^[A-Za-z_$][\w$]*$/.test(param)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(param)} as the param of resources("${base}"): use a name such as "id" or "slug"`,
    )
  }

  const routes = nameRoutes('resources', resourcesTable, base, rest, param)
  return routes as ResourcesRoutes<Base, Options>
}

/**
 * Creates the routes of a single resource: `new`, `show`, `create`, `edit`, `update`, `destroy`.
 *
 * @param base The path of the resource, which may have params
 * @param options Which routes, and their names
 * @returns A map of up to 6 routes
 * @throws {Error} If both `only` and `exclude` are given, a name is unknown, or two routes get the same name
 *
 * @example
 * const routes = route({ account: resource('account', { only: ['show', 'update'] }) })
 */
export function resource<Base extends string, const Options extends ResourceOptions = {}>(
  base: Base | RoutePattern<Base>,
  options?: Options,
): ResourceRoutes<Base, Options> {
  const routes = nameRoutes('resource', resourceTable, base, options ?? {})
  return routes as ResourceRoutes<Base, Options>
}
