import type { ReactNode } from 'react'
import type { Contract } from '../../../router/contract/index.ts'
import type { SerializeFrom } from '../../../pages/react/index.ts'
import type { PageParamsOf, RouteModule } from '../../../pages/react/testing/shared.ts'
import type { Invalid } from '../../../http/response/index.ts'
import type { Route, RouteMethod } from '../../../router/routes/index.ts'

/** The argument of a loader's stub. */
export interface LoadArgs<Params = StubParams> {
  readonly params: Params
  readonly url: URL
}

/** The argument of an action's stub. */
export interface SubmitArgs<Params = StubParams> extends LoadArgs<Params> {
  readonly method: string
  /** The fields; empty for a submission that is not a form. */
  readonly formData: FormData
  /** The value of a submission as JSON. */
  readonly json: unknown
}

/** The params of any path. */
export type StubParams = { readonly [name: string]: string | undefined }

/** Data, or a function that is called for every load. It may throw a `Response`, and may be pending. */
export type LoadStub<Data, Params = StubParams> =
  | Data
  | Promise<Data>
  | ((args: LoadArgs<Params>) => Data | Response | Promise<Data | Response>)

/** A route above the one that is rendered. */
export interface ParentStub {
  readonly id: string
  /** For `useRouteLoaderData(id)` and `useMatches()`. */
  readonly data?: unknown
  readonly handle?: unknown
}

/** Another route, for links and fetchers. */
export interface OtherStub {
  readonly data?: unknown
  readonly action?: ((args: SubmitArgs) => unknown) | undefined
  /** The element that is shown after a navigation to the route. */
  readonly element?: ReactNode
}

/** The data that a component gets from the loader of a module. */
export type LoaderDataOf<Module> = Module extends { loader: infer Loader }
  ? SerializeFrom<Loader>
  : undefined

/** The values that the action of a module may return. */
export type ActionResultOf<Module> = Module extends {
  action: (...args: never) => infer Returned
}
  ? Awaited<Returned> | SerializeFrom<() => Returned> | Response | Invalid
  : never

/** The place of the route: a route of a route map, or a pattern. */
export type PlaceOptions<Pattern extends string> =
  | { readonly route: Route<RouteMethod, Pattern>; readonly path?: undefined }
  | { readonly path: Pattern; readonly route?: undefined }

/** The params. They are optional only if the pattern has none. */
export type ParamsOption<Pattern extends string> =
  {} extends PageParamsOf<Pattern>
    ? { readonly params?: PageParamsOf<Pattern> }
    : { readonly params: PageParamsOf<Pattern> }

/** The options of `renderRoute()` that every module has. */
export interface RenderRouteOptions<Module extends RouteModule, Pattern extends string> {
  /**
   * The id of the route, for `useRouteLoaderData(id)`.
   *
   * @default 'route'
   */
  readonly id?: string | undefined
  /** The query, such as `'?page=2'`. */
  readonly search?: string | undefined
  /** Runs in place of the action. */
  readonly action?:
    | ((
        args: SubmitArgs<PageParamsOf<Pattern>>,
      ) => ActionResultOf<Module> | Promise<ActionResultOf<Module>>)
    | undefined
  /**
   * The contract of the route: the fields of `useFields()`, and which forms reach `action`.
   *
   * @default the contracts of the module and of `route`, if the test runs with them
   */
  readonly contract?: Contract | undefined
  /** The routes above, outermost first. */
  readonly parents?: readonly ParentStub[] | undefined
  /** Other routes by pattern, for links and fetchers. */
  readonly others?: { readonly [pattern: string]: OtherStub } | undefined
}

/** The data of a module: required if it has a loader, and refused if it has none. */
export type DataOption<Module, Params> = Module extends { loader: unknown }
  ? ThisModuleHasALoaderGiveData<LoaderDataOf<Module>, Params>
  : { readonly data?: undefined }

/** The compiler names this type if the data is missing. */
export interface ThisModuleHasALoaderGiveData<Data, Params> {
  /** The data of the loader. */
  readonly data: LoadStub<Data, Params>
}
