import {
  RequestContext,
  type ContextWithParams,
  type DefaultContext,
} from '../../router/fetch-router/index.ts'
import type { InternalContext, RouteTarget, TargetFacts } from '../../router/fetch-router/shared.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { createHref, RoutePattern } from '../../router/route-pattern/index.ts'
import { Route } from '../../router/routes/index.ts'
import { createRequest } from './send.ts'

/** The second argument of {@link createTestContext}: the params and the input of the route, and the request. */
export type TestContextArgs<Target> =
  {} extends TestContextOptions<TargetFacts<Target>>
    ? [options?: TestContextOptions<TargetFacts<Target>>]
    : [options: TestContextOptions<TargetFacts<Target>>]

/** The request of a test, and the values that a router would have read from it. */
type TestContextOptions<Facts extends { params: unknown; input: unknown }> = RequestInit &
  ParamsOption<GivenParams<Facts['params']>> &
  // The output of the contract's schemas. The handler gets it unchanged.
  (unknown extends Facts['input'] ? {} : Facts['input']) & {
    /**
     * The URL of the request.
     *
     * @default the URL of the route with these params, on http://localhost
     */
    readonly url?: string | URL | undefined
  }

type ParamsOption<Params> = {} extends Params
  ? { readonly params?: Params }
  : { readonly params: Params }

/** Params that may be `undefined` can be left out. */
type GivenParams<Params> = {
  readonly [Name in keyof Params as undefined extends Params[Name] ? never : Name]: Params[Name]
} & {
  readonly [Name in keyof Params as undefined extends Params[Name] ? Name : never]?: Params[Name]
}

/** The context that a handler of a route gets. */
export type TestContext<Target, Context = DefaultContext> = ContextWithParams<
  Context,
  TargetFacts<Target>['params']
> &
  TargetFacts<Target>['input']

/**
 * Creates the context of one handler, to call the handler without a router. No middleware runs: set its values with
 * `context.set()`.
 *
 * @param target The route of the handler, or its pattern
 * @param options The params of the route, the output of its contract as `input`, and the options of `fetch` for the request
 * @returns The context, typed by the route
 * @throws {CreateHrefError} If the URL cannot be written from the params, and there is no `url`
 *
 * @example
 * const context = createTestContext(routes.books.show, { params: { slug: 'dune' } })
 * const response = await show(context)
 */
export function createTestContext<Target extends RouteTarget, Context = DefaultContext>(
  target: Target,
  ...[options]: TestContextArgs<Target>
): TestContext<Target, Context> {
  const { params = {}, input, url, ...init } = (options ?? {}) as AnyOptions
  const pattern = target instanceof Route ? target.pattern : RoutePattern.parse(target as string)
  const method = target instanceof Route && target.method !== 'ANY' ? target.method : 'GET'
  const href = new URL(url ?? createHref(pattern, params), 'http://localhost')
  const request = createRequest(href, { method, ...init })
  factsOf(request)!.clientAddress = '127.0.0.1'

  const context = new RequestContext(request) as InternalContext
  context.match = { data: { pattern }, params: Object.freeze({ ...params }) }
  if (input !== undefined) context.setInput(input)
  return context as unknown as TestContext<Target, Context>
}

interface AnyOptions extends RequestInit {
  readonly params?: Readonly<Record<string, string | undefined>>
  readonly input?: object
  readonly url?: string | URL
}
