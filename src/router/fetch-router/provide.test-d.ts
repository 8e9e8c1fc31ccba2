import { describe, expectTypeOf, it } from 'vitest'
import {
  createContextKey,
  createFetchHandler,
  createRouter,
  provided,
  type FetchHandler,
} from './index.ts'

interface Env {
  readonly DB: { query(text: string): string }
}
const Env = createContextKey<Env>()

describe('the types of provide', () => {
  it('give the handler the further parameters of provide', () => {
    const handler = createFetchHandler(createRouter(), {
      provide(context, env: Env, ctx: { waitUntil(work: Promise<unknown>): void }) {
        context.set(Env, env)
        expectTypeOf(ctx.waitUntil).parameter(0).toEqualTypeOf<Promise<unknown>>()
      },
    })
    expectTypeOf(handler).toEqualTypeOf<
      FetchHandler<[env: Env, ctx: { waitUntil(work: Promise<unknown>): void }]>
    >()
    // @ts-expect-error The environment is missing.
    void (() => handler(new Request('https://x.test/')))
  })

  it('leave a handler without provide as it was', () => {
    expectTypeOf(createFetchHandler(createRouter())).toEqualTypeOf<FetchHandler>()
    expectTypeOf(createFetchHandler(createRouter(), { onError() {} })).toEqualTypeOf<
      (request: Request) => Promise<Response>
    >()
  })

  it('make a provided key defined', () => {
    const router = createRouter({ middleware: [provided(Env)] })
    router.get('/', (context) => {
      expectTypeOf(context.get(Env)).toEqualTypeOf<Env>()
      return new Response()
    })
    createRouter().get('/', (context) => {
      expectTypeOf(context.get(Env)).toEqualTypeOf<Env | undefined>()
      return new Response()
    })
  })
})
