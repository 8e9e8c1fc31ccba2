import { expectTypeOf } from 'vitest'
import { form, get, resource, resources, route, type Route } from './index.ts'

// Exact maps.
const routes = route({
  home: '/',
  about: 'about',
  post: { method: 'POST', pattern: '/posts' },
  nested: { deep: { leaf: ':id' } },
  verb: get('verb/:x'),
  login: form('login'),
})
expectTypeOf(routes.home).toEqualTypeOf<Route<'ANY', '/'>>()
expectTypeOf(routes.about).toEqualTypeOf<Route<'ANY', '/about'>>()
expectTypeOf(routes.post).toEqualTypeOf<Route<'POST', '/posts'>>()
expectTypeOf(routes.nested.deep.leaf).toEqualTypeOf<Route<'ANY', '/:id'>>()
expectTypeOf(routes.verb).toEqualTypeOf<Route<'GET', '/verb/:x'>>()
expectTypeOf(routes.login).toEqualTypeOf<{
  index: Route<'GET', '/login'>
  action: Route<'POST', '/login'>
}>()

expectTypeOf(
  resources('posts', { param: 'slug', names: { show: 'view' }, only: ['show'] }),
).toEqualTypeOf<{ view: Route<'GET', '/posts/:slug'> }>()
expectTypeOf(resources('posts', { exclude: ['new', 'edit', 'update', 'destroy'] })).toEqualTypeOf<{
  index: Route<'GET', '/posts'>
  show: Route<'GET', '/posts/:id'>
  create: Route<'POST', '/posts'>
}>()
expectTypeOf(resource('account', { only: ['edit'] })).toEqualTypeOf<{
  edit: Route<'GET', '/account/edit'>
}>()
expectTypeOf(form('x', { formMethod: 'PUT', names: { action: 'save' } })).toEqualTypeOf<{
  index: Route<'GET', '/x'>
  save: Route<'PUT', '/x'>
}>()

const blog = route('blog', { post: '(/:lang)/:slug', nested: { feed: 'feed.xml' } })
expectTypeOf(blog.post).toEqualTypeOf<Route<'ANY', '/blog(/:lang)/:slug'>>()
expectTypeOf(blog.nested.feed).toEqualTypeOf<Route<'ANY', '/blog/feed.xml'>>()
expectTypeOf(route({ a: blog }).a.post).toEqualTypeOf<Route<'ANY', '/blog(/:lang)/:slug'>>()
expectTypeOf(route({ promo: '(/:lang)/promo' }).promo).toEqualTypeOf<
  Route<'ANY', '(/:lang)/promo'>
>()

// @ts-expect-error both options
resources('x', { only: ['show'], exclude: ['new'] })
// @ts-expect-error an unknown name
resources('x', { only: ['shwo'] })
// @ts-expect-error a singleton has no index
resource('x', { only: ['index'] })
// @ts-expect-error a singleton has no param
resource('x', { param: 'slug' })

// Arguments of href().
const posts = route({ show: '/posts/:id', list: '/posts(/:id)', about: '/about' })
expectTypeOf(posts.show.href({ id: 1 })).toEqualTypeOf<string>()
posts.show.href({ id: 'a', extra: true })
posts.list.href()
posts.list.href(null)
posts.list.href({ id: null })
posts.about.href(undefined, { searchParams: { page: 2, tags: ['a', 'b'], none: null } })
// @ts-expect-error a required param
posts.show.href()
// @ts-expect-error a required param
posts.show.href({})
// @ts-expect-error a boolean search value
posts.about.href(null, { searchParams: { draft: true } })
// @ts-expect-error a flat search object
posts.about.href(null, { page: 2 })
