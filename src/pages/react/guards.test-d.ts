// oxlint-disable typescript/consistent-type-imports -- An app writes the type of a list like this.
import { expectTypeOf, it } from 'vitest'
import { requireAuth, type AuthSuccess, type ContextWithAuth } from '../../middleware/auth/index.ts'
import {
  createContextKey,
  createMiddleware,
  type ContextEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import type { Schema } from '../../router/contract/index.ts'
import type { ActionArgs, LoaderArgs } from './handler-args.ts'
import type { LoaderFunction } from './route-module.ts'

interface User {
  readonly name: string
}

declare const Body: Schema<{ title: string }, { title: string }>
const contract = { body: Body }
const Team = createContextKey<string>('')
declare const loadTeam: Middleware<ContextEntry<typeof Team, string, 'team'>>
const middleware = createMiddleware(requireAuth<User>({ login: '/login' }), loadTeam)

it('has the user of the guard in its own module', () => {
  const loader = ({ context, params }: LoaderArgs<'/teams/:id', typeof middleware>) => {
    expectTypeOf(params.id).toEqualTypeOf<string>()
    expectTypeOf(context.team).toEqualTypeOf<string>()
    expectTypeOf(context.auth).toEqualTypeOf<AuthSuccess<User>>()
    expectTypeOf(context.url).toEqualTypeOf<URL>()
    return context.auth.identity.name
  }
  expectTypeOf(loader).toExtend<LoaderFunction>()
  expectTypeOf<LoaderArgs<'/teams', typeof middleware>['input']>().toEqualTypeOf<{}>()
})

it('has the user of the guard of a layout', () => {
  type Args = LoaderArgs<'/account', typeof import('./members.fixture.ts').middleware>
  expectTypeOf<Args['context']['auth']['identity']['name']>().toEqualTypeOf<string>()
  type Action = ActionArgs<'/account', typeof import('./members.fixture.ts').middleware>
  expectTypeOf<Action['context']['auth']['identity']['name']>().toEqualTypeOf<string>()
})

it('has the user behind a contract', () => {
  type Args = ActionArgs<
    '/account',
    typeof contract,
    typeof import('./members.fixture.ts').middleware
  >
  expectTypeOf<Args['input']['body']['title']>().toEqualTypeOf<string>()
  expectTypeOf<Args['context']['auth']['identity']['name']>().toEqualTypeOf<string>()
  expectTypeOf<
    LoaderArgs<'/a', typeof contract, typeof middleware>['context']['team']
  >().toEqualTypeOf<string>()
})

it('joins the lists of several layouts', () => {
  type All = readonly [
    ...typeof import('./members.fixture.ts').middleware,
    Middleware<ContextEntry<typeof Team, string, 'team'>>,
  ]
  type Args = LoaderArgs<'/account', All>
  expectTypeOf<Args['context']['auth']['identity']['name']>().toEqualTypeOf<string>()
  expectTypeOf<Args['context']['team']>().toEqualTypeOf<string>()
})

it('does not compile if the layout has no list any more', () => {
  // @ts-expect-error no such export
  type Args = LoaderArgs<'/account', typeof import('./members.fixture.ts').gone>
  expectTypeOf<Args>().not.toBeNever()
})

it('knows no user by a list without a guard, nor by an array', () => {
  const empty = createMiddleware()
  // @ts-expect-error an empty list provides nothing
  type Nobody = LoaderArgs<'/account', typeof empty>['context']['auth']
  const array = [requireAuth<User>()]
  // @ts-expect-error types cannot follow an array
  type Unknown = LoaderArgs<'/account', typeof array>['context']['auth']
  // @ts-expect-error nor behind a contract
  type Third = LoaderArgs<'/account', typeof contract, typeof array>['context']['auth']
  expectTypeOf<[Nobody, Unknown, Third]>().not.toBeNever()
})

it('still takes a context', () => {
  type Context = ContextWithAuth<RequestContext, User>
  type Args = LoaderArgs<'/account', Context>
  // @ts-expect-error the visitor may be a stranger
  type Name = Args['context']['auth']['identity']
  expectTypeOf<Name>().not.toBeNever()
  expectTypeOf<Args['context']['auth']['ok']>().toEqualTypeOf<boolean>()
})
