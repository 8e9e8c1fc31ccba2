import type { Contract } from '../contract/index.ts'
import type { JoinPatterns, RoutePattern } from '../route-pattern/index.ts'
import type { RequestMethod } from '../../internal/http/http.ts'
import type { Route } from './route.ts'
import { nameRoutes } from './name-routes.ts'

/** Options for {@link form}. */
export interface FormOptions {
  /**
   * The method of the `action` route.
   *
   * @default 'POST'
   */
  readonly formMethod?: RequestMethod
  /** Other names for the two routes. */
  readonly names?: { readonly index?: string; readonly action?: string }
  /** The contract of the routes: both have its `params` and `search`, and the `action` has everything else. */
  readonly contract?: Contract
}

/** The two routes of a form: `FormRoutes<'login'>` has `index` (GET) and `action` (POST) at `/login`. */
export type FormRoutes<Pattern extends string, Options extends FormOptions = {}> = {
  [Name in 'index' | 'action' as NameOf<Options, Name>]: Route<
    Name extends 'index' ? 'GET' : FormMethodOf<Options>,
    JoinPatterns<'/', Pattern>,
    Name extends 'index' ? SharedContract<ContractOf<Options>> : ContractOf<Options>
  >
}

type ContractOf<Options extends FormOptions> = Options extends { readonly contract: infer Own }
  ? Own
  : {}

/** The part of the contract that both routes of a form have. */
type SharedContract<Own> = keyof Own & SharedPart extends never
  ? {}
  : Pick<Own, keyof Own & SharedPart>

type SharedPart = 'params' | 'search'

type NameOf<Options extends FormOptions, Name extends 'index' | 'action'> =
  Options['names'] extends Readonly<Record<Name, infer Custom extends string>> ? Custom : Name

type FormMethodOf<Options extends FormOptions> = Options['formMethod'] extends infer Method extends
  RequestMethod
  ? Method
  : 'POST'

/**
 * Creates the routes of a page with a form: `index` (GET) shows it, and `action` (POST) handles the submission.
 *
 * @param pattern The path of both routes
 * @param options The method of the action, other names, and a contract
 * @returns A map of the two routes
 *
 * @example
 * const routes = route({ login: form('login') })
 * routes.login.action.href() // '/login'
 */
export function form<Pattern extends string, const Options extends FormOptions = {}>(
  pattern: Pattern | RoutePattern<Pattern>,
  options?: Options,
): FormRoutes<Pattern, Options> {
  const { contract } = options ?? {}
  const routes = nameRoutes(
    'form',
    { index: ['GET', ''], action: [options?.formMethod ?? 'POST', ''] },
    pattern,
    {
      names: options?.names,
      contracts: contract && { index: sharedContract(contract), action: contract },
    },
  )
  return routes as FormRoutes<Pattern, Options>
}

function sharedContract({ params, search }: Contract): Contract | undefined {
  if (params === undefined && search === undefined) return undefined
  return { ...(params && { params }), ...(search && { search }) }
}
