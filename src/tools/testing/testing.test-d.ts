import { expectTypeOf } from 'vitest'
import type { Schema } from '../../router/contract/index.ts'
import type { RequestContext, Router } from '../../router/fetch-router/index.ts'
import { post, route } from '../../router/routes/index.ts'
import type { SessionStorage } from '../../state/session/index.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import {
  createTestApp,
  createTestContext,
  type ProveUsers,
  type TestApp,
  type Visitor,
} from './index.ts'

declare const router: Router
declare const build: ServerBuild
declare const visitor: Visitor
declare const storage: SessionStorage<{ userId: number }, { error: string }>

// Sources
expectTypeOf(createTestApp(router)).toEqualTypeOf<Promise<TestApp>>()
void createTestApp(build, { errors: 'respond' })
void createTestApp(() => new Response())
void createTestApp({ fetch: async (_request: Request) => new Response() })
// @ts-expect-error A source has to handle requests.
void createTestApp({ get: () => new Response() })

// Further arguments of a handler are required, and checked.
const worker = { fetch: (_request: Request, _env: { KEY: string }) => new Response() }
void createTestApp(worker, { args: [{ KEY: 'x' }] })
// @ts-expect-error The handler needs its env.
void createTestApp(worker)
// @ts-expect-error The handler needs its env.
void createTestApp(worker, { origin: 'https://example.com' })
// @ts-expect-error KEY is a string.
void createTestApp(worker, { args: [{ KEY: 1 }] })

// What a runtime passes to `provide` of `app/router.ts` is not known here.
void createTestApp({ root: '.' }, { args: [{ KEY: 'x' }] })

// Routes take what href() takes.
const routes = route({ book: '/books/:slug', home: '/' })
void visitor.visit(routes.home)
void visitor.visit(routes.book, { slug: 'dune' })
// @ts-expect-error The slug is missing.
void visitor.visit(routes.book)
// @ts-expect-error There is no such param.
void visitor.visit(routes.book, { id: 'dune' })
void visitor.visit('/books', { from: 'https://evil.example' })

// Sessions have the types of their storage.
void visitor.signIn(storage, (session) => session.set('userId', 1))
// @ts-expect-error A user id is a number.
void visitor.signIn(storage, (session) => session.set('userId', 'x'))
void visitor.session(storage).then((session) => {
  expectTypeOf(session.get('userId')).toEqualTypeOf<number | undefined>()
})

// The context of a handler has the params of its route, which are checked.
const context = createTestContext(routes.book, { params: { slug: 'dune' } })
expectTypeOf(context).toEqualTypeOf<RequestContext<{ slug: string }>>()
expectTypeOf(createTestContext('/')).toEqualTypeOf<RequestContext>()
expectTypeOf(createTestContext('/a(/:b)').params).toEqualTypeOf<{ b: string | undefined }>()
void createTestContext('/:id', { params: { id: '1' }, method: 'PUT', body: 'x', url: '/1?q' })
// @ts-expect-error The slug is missing.
void createTestContext(routes.book)
// @ts-expect-error There is no such param.
void createTestContext('/books/:slug', { params: { id: 'dune' } })

// The handler of a route with a contract needs its input.
declare const title: Schema<string, { title: string }>
const typed = route({ add: post('/books', { body: title }) })
const adding = createTestContext(typed.add, { input: { body: { title: 'Dune' } } })
expectTypeOf(adding.input).toEqualTypeOf<{ readonly body: { title: string } }>()
// @ts-expect-error The input is missing.
void createTestContext(typed.add)

// The users of `framework prove`
void ({
  async ada(visitor) {
    expectTypeOf(visitor).toEqualTypeOf<Visitor>()
    await visitor.visit('/login')
  },
  bob: () => ({ Authorization: 'Bearer b' }),
} satisfies ProveUsers)
// @ts-expect-error A user signs in, or returns headers.
void ({ eve: () => 1 } satisfies ProveUsers)
