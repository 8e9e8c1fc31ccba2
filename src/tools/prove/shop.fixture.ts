import { jsx } from 'react/jsx-runtime'
import { z } from 'zod'
import { cop } from '../../middleware/cop/index.ts'
import {
  createRouter,
  type FetchHandlerSource,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { Outlet } from '../../pages/react/index.ts'
import { json, text } from '../../http/response/index.ts'
import { del, get, post, put } from '../../router/routes/index.ts'
import { createHandler } from '../../pages/server/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'

const title = z.object({ title: z.string().min(1) })
const guard: Middleware = ({ headers }, next) =>
  headers.get('Authorization') === 'Bearer secret' ? next() : text('sign in', 401)

/** An app in which everything is in order. `wrote` is called by every handler that changes something. */
export function createShop(wrote: (what: string) => void): FetchHandlerSource {
  const write = (what: string) => (): Response => {
    wrote(what)
    return text(what)
  }
  const build = createBuild({
    root: { default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }) },
    home: {
      path: '/',
      index: true,
      default: () => jsx('a', { href: '/books/dune', children: 'Dune' }),
    },
    book: {
      path: '/books/:slug',
      default: () => 'book',
      contract: { body: title, search: z.object({ page: z.int().default(1) }) },
      loader: ({ params }) => {
        if (params['slug'] !== 'dune') throw text('no such book', 404)
        return params
      },
      action: write('page') as never,
    },
    open: { path: '/open', default: () => 'open', action: write('open') as never },
    admin: { path: '/admin', default: () => 'admin', middleware: [guard], loader: () => 'secret' },
  })
  return createHandler(build, (pages) => {
    const router = createRouter({ middleware: [cop(), formData(), methodOverride()] })
    router.map(post('/api/books', { body: title }), write('create'))
    router.map(
      put('/api/books/:id', { body: title, params: z.object({ id: z.int() }) }),
      write('update'),
    )
    router.map(del('/api/books/:id', { params: z.object({ id: z.int() }) }), write('delete'))
    router.map(get('/api/books', { search: z.object({ q: z.string() }) }), ({ input }) =>
      json(input.search),
    )
    router.map('/api/any/*', ({ method }) => (isSafeMethod(method) ? text('read') : write('any')()))
    router.mount('/internal', { middleware: [guard] }, (section) => {
      section.map(post('/reset', { body: title }), write('reset'))
    })
    router.map('/*', pages)
    return router
  })
}
