import type { ReactNode } from 'react'
import { expectTypeOf } from 'vitest'
import { invalid, json, redirect } from '../../../http/response/index.ts'
import { route } from '../../../router/routes/index.ts'
import { renderRoute } from './index.ts'

const routes = route({ book: '/books/:slug', home: '/' })
const book = {
  loader: async ({ params }: { params: { slug: string } }) => ({
    title: params.slug,
    at: new Date(),
  }),
  action: async () => (Math.random() > 0.5 ? redirect('/') : json({ error: 'No' })),
  default: (): ReactNode => null,
}
const about = { default: (): ReactNode => null }

// Data is what the component sees of the loader.
renderRoute(book, { route: routes.book, params: { slug: 'x' }, data: { title: 'x', at: '2030' } })
renderRoute(book, {
  path: '/books/:slug',
  params: { slug: 'x' },
  data: ({ params, url }) => {
    expectTypeOf(params.slug).toEqualTypeOf<string>()
    expectTypeOf(url).toEqualTypeOf<URL>()
    return { title: 'x', at: '2030' }
  },
  action: async ({ formData, params }) => {
    expectTypeOf(formData).toEqualTypeOf<FormData>()
    expectTypeOf(params.slug).toEqualTypeOf<string>()
    return { error: 'No' }
  },
})
renderRoute(book, {
  route: routes.book,
  params: { slug: 'x' },
  data: Promise.resolve({ title: 'x', at: '' }),
  action: () => redirect('/'),
})

renderRoute(book, {
  route: routes.book,
  params: { slug: 'x' },
  // @ts-expect-error A date arrives as a string.
  data: { title: 'x', at: new Date() },
})
// @ts-expect-error The module has a loader: the message ends with 'ThisModuleHasALoaderGiveData<…>'.
renderRoute(book, { route: routes.book, params: { slug: 'x' } })
// @ts-expect-error The slug is missing.
renderRoute(book, { route: routes.book, data: { title: 'x', at: '' } })
renderRoute(book, {
  route: routes.book,
  params: { slug: 'x' },
  data: { title: 'x', at: '' },
  // @ts-expect-error The action returns no number.
  action: () => 5,
})

// An action may refuse a form, and the contract is checked.
renderRoute(book, {
  route: routes.book,
  params: { slug: 'x' },
  data: { title: 'x', at: '' },
  contract: { accepts: ['form'] },
  action: () => invalid({ title: 'No' }),
})
renderRoute(about, {
  path: '/',
  // @ts-expect-error A contract has schemas.
  contract: { body: 5 },
})

// Without a loader there is no data, and without params there are none.
renderRoute(about, { route: routes.home })
renderRoute(about, { path: '/about' })
// @ts-expect-error There is no loader.
renderRoute(about, { path: '/about', data: { title: 'x' } })
// @ts-expect-error There is no route.
renderRoute(about, {})
