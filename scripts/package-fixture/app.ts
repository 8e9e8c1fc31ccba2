// A program that uses the packed package: imports, augmentations, and errors of the compiler.
import { cop } from 'framework/cop-middleware'
import {
  createAction,
  createContextKey,
  createController,
  createRouter,
  type ContextEntry,
  type Middleware,
  type MiddlewareContext,
} from 'framework/fetch-router'
import { resources, route } from 'framework/routes'

export interface User {
  name: string
}

const CurrentUser = createContextKey<User | null>(null)

function loadUser(): Middleware<ContextEntry<typeof CurrentUser, User>> {
  return (context, next) => {
    context.set(CurrentUser, { name: 'Ada' })
    return next()
  }
}

const middleware = [cop(), loadUser()] as const

declare module 'framework/fetch-router' {
  interface RouterTypes {
    context: MiddlewareContext<typeof middleware>
  }
}

const routes = route({
  hello: '/hello/:greeting',
  books: resources('books', { only: ['index', 'show'], param: 'slug' }),
})

const hello = createAction(routes.hello, ({ params, get }) => {
  const name: string = get(CurrentUser).name
  return new Response(`${params.greeting}, ${name}`)
})

const books = createController(routes.books, {
  actions: {
    index: ({ get }) => new Response(get(CurrentUser).name),
    show: ({ params }) => new Response(params.slug),
  },
})

createAction(routes.hello, ({ params }) => {
  // @ts-expect-error The pattern has no such param.
  return new Response(params.name)
})

const router = createRouter({ middleware })
router.map(routes.hello, hello)
router.map(routes.books, books)
// @ts-expect-error A router without the middleware has no user.
createRouter().map(routes.hello, hello)

const bodies = [
  await (await router.fetch('https://example.com/hello/Hi')).text(),
  await (
    await router.fetch(`https://example.com${routes.books.show.href({ slug: 'dune' })}`)
  ).text(),
]
if (bodies.join() !== 'Hi, Ada,dune') throw new Error(`Unexpected bodies: ${bodies.join()}`)
