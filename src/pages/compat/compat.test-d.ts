import { describe, expectTypeOf, it } from 'vitest'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import type {
  ActionArgs,
  HandleErrorFunction,
  HeadersArgs,
  HeadersFunction,
  LinkDescriptor,
  LinksFunction,
  LoaderArgs,
  MetaDescriptor,
  PageLinkDescriptor,
  RouteMatch,
  RouteParams,
} from '../../index.ts'
import { useMatches } from '../../index.ts'
import type { EntryServerModule } from '../server/build.ts'
import type { RouteModule } from '../react/shared.ts'
import type {
  ActionFunctionArgs,
  HtmlLinkDescriptor,
  LoaderFunctionArgs,
  ShouldRevalidateFunction,
  ShouldRevalidateFunctionArgs,
  UIMatch,
  V2_MetaFunction,
} from './index.ts'

describe('the types that Remix and React Router have under these names', () => {
  it('are the arguments of loaders and actions of any route', () => {
    expectTypeOf<LoaderFunctionArgs['params']>().toEqualTypeOf<RouteParams>()
    expectTypeOf<LoaderFunctionArgs['context']>().toEqualTypeOf<LoaderArgs['context']>()
    expectTypeOf<LoaderFunctionArgs['url']>().toEqualTypeOf<URL>()
    expectTypeOf<LoaderFunctionArgs>().not.toHaveProperty('writes')
    expectTypeOf<ActionFunctionArgs['writes']>().toEqualTypeOf<ActionArgs['writes']>()
    expectTypeOf<LoaderFunctionArgs<{ db: string }>['context']>().toEqualTypeOf<{ db: string }>()
    expectTypeOf<ActionFunctionArgs<{ db: string }>['context']>().toEqualTypeOf<{ db: string }>()

    const requireUser = async ({ request }: LoaderFunctionArgs) => request.url
    const loader = (args: LoaderArgs<'/books/:slug'>) => requireUser(args)
    const action = (args: ActionFunctionArgs) => requireUser(args)
    expectTypeOf(loader).toExtend<NonNullable<RouteModule['loader']>>()
    expectTypeOf(action).toExtend<NonNullable<RouteModule['action']>>()
  })

  it('are the arguments and results of other exports', () => {
    expectTypeOf<HeadersArgs>().toEqualTypeOf<Parameters<HeadersFunction>[0]>()
    expectTypeOf<LinkDescriptor>().toEqualTypeOf<HtmlLinkDescriptor | PageLinkDescriptor>()
    expectTypeOf<LinkDescriptor[]>().toEqualTypeOf<ReturnType<LinksFunction>>()
    expectTypeOf<ShouldRevalidateFunctionArgs>().toEqualTypeOf<
      Parameters<ShouldRevalidateFunction>[0]
    >()
    const handleError: HandleErrorFunction = (error, { request, context }) => {
      expectTypeOf(error).toBeUnknown()
      expectTypeOf(request).toEqualTypeOf<Request>()
      expectTypeOf(context).toEqualTypeOf<RequestContext | undefined>()
    }
    expectTypeOf(handleError).toExtend<EntryServerModule['handleError']>()
  })

  it('types the array form of meta by loaders', () => {
    const loader = async () => ({ at: new Date() })
    const meta: V2_MetaFunction<typeof loader, { root: typeof loader }> = ({ data, matches }) => {
      expectTypeOf(data).toEqualTypeOf<{ at: string } | undefined>()
      expectTypeOf(matches[0]!.data).toEqualTypeOf<{ at: string } | undefined>()
      return [{ title: data?.at ?? '' }]
    }
    expectTypeOf(meta).returns.toEqualTypeOf<MetaDescriptor[] | null | undefined | void>()
    expectTypeOf(meta).toExtend<NonNullable<RouteModule['meta']>>()
  })

  it('types a match by its data or its loader, and by its handle', () => {
    const loader = async () => ({ at: new Date() })
    expectTypeOf<UIMatch>().toExtend<RouteMatch>()
    expectTypeOf<UIMatch['data']>().toBeUnknown()
    expectTypeOf<UIMatch<typeof loader>['data']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<UIMatch<{ a: 1 }, { crumb: string }>['loaderData']>().toEqualTypeOf<{ a: 1 }>()
    expectTypeOf<UIMatch<{ a: 1 }, { crumb: string }>['handle']>().toEqualTypeOf<{
      crumb: string
    }>()

    const crumbs = () => (useMatches() as UIMatch<unknown, { crumb?: string }>[])[0]?.handle.crumb
    expectTypeOf(crumbs).returns.toEqualTypeOf<string | undefined>()
    const hasCrumb = (match: RouteMatch): match is UIMatch<unknown, { crumb: string }> =>
      match.handle !== undefined
    expectTypeOf(hasCrumb).guards.toEqualTypeOf<UIMatch<unknown, { crumb: string }>>()
  })
})
