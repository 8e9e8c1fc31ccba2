import { expectTypeOf } from 'vitest'

import {
  createHref,
  createMatcher,
  joinPatterns,
  RoutePattern,
  type HrefArgs,
  type JoinPatterns,
  type Params,
} from './index.ts'
import { type NoHref } from './params.ts'

// Params: exactly the named captures

expectTypeOf<Params<'/about'>>().toEqualTypeOf<{}>()
expectTypeOf<Params<''>>().toEqualTypeOf<{}>()
expectTypeOf<Params<'/books/:slug'>>().toEqualTypeOf<{ slug: string }>()
expectTypeOf<Params<':slug'>>().toEqualTypeOf<{ slug: string }>()
expectTypeOf<Params<'/:a/x/:b/y'>>().toEqualTypeOf<{ a: string; b: string }>()
expectTypeOf<Params<'/v:version/:name.:ext/z'>>().toEqualTypeOf<{
  version: string
  name: string
  ext: string
}>()
expectTypeOf<Params<'/:a_$9/:a_$9'>>().toEqualTypeOf<{ a_$9: string }>()

expectTypeOf<Params<'/posts(/:id)'>>().toEqualTypeOf<{ id: string | undefined }>()
expectTypeOf<Params<'/:id(.:format)'>>().toEqualTypeOf<{ id: string; format: string | undefined }>()
expectTypeOf<Params<'(/:lang)/promo'>>().toEqualTypeOf<{ lang: string | undefined }>()
expectTypeOf<Params<'/a(/:b(/:c))/:d'>>().toEqualTypeOf<{
  b: string | undefined
  c: string | undefined
  d: string
}>()
expectTypeOf<Params<'/:a(/x/:a)'>>().toEqualTypeOf<{ a: string }>()

expectTypeOf<Params<'/files/*path'>>().toEqualTypeOf<{ path: string }>()
expectTypeOf<Params<'/files/*path.jpg'>>().toEqualTypeOf<{ path: string }>()
expectTypeOf<Params<'/*a/x/*b-end/:c'>>().toEqualTypeOf<{ a: string; b: string; c: string }>()
expectTypeOf<Params<'/files/*'>>().toEqualTypeOf<{}>()
expectTypeOf<Params<'/files(/*path)'>>().toEqualTypeOf<{ path: string | undefined }>()

expectTypeOf<Params<'https://:tenant.example.com:8080/:id?q=:no'>>().toEqualTypeOf<{
  tenant: string
  id: string
}>()
expectTypeOf<Params<'://(:sub.)example.com/*p'>>().toEqualTypeOf<{
  sub: string | undefined
  p: string
}>()
expectTypeOf<Params<'://:host:8080/path'>>().toEqualTypeOf<{ host: string }>()
expectTypeOf<Params<'://:host:8080'>>().toEqualTypeOf<{ host: string }>()
expectTypeOf<Params<'://:host:8080?q'>>().toEqualTypeOf<{ host: string }>()
expectTypeOf<Params<'https://:sub.:host:8080/:id'>>().toEqualTypeOf<{
  sub: string
  host: string
  id: string
}>()
expectTypeOf<Params<'://example.(:tld):8080/:id'>>().toEqualTypeOf<{
  tld: string | undefined
  id: string
}>()
expectTypeOf<Params<'://:host:8080(/:id)'>>().toEqualTypeOf<{
  host: string
  id: string | undefined
}>()
expectTypeOf<Params<'://*host:8080/:id'>>().toEqualTypeOf<{ host: string; id: string }>()
expectTypeOf<Params<'/a\\:b/:c\\.d'>>().toEqualTypeOf<{ c: string }>()
expectTypeOf<Params<'/x?a&b=:c'>>().toEqualTypeOf<{}>()

expectTypeOf<Params<string>>().toEqualTypeOf<{ [name: string]: string | undefined }>()

// A match has them.

const match = createMatcher('/books/:slug(.:format)').match('https://example.com/books/emma')!
expectTypeOf(match.params).toEqualTypeOf<{ slug: string; format: string | undefined }>()

// JoinPatterns agrees with joinPatterns; join-patterns.test.ts holds both against each other

expectTypeOf<JoinPatterns<'blog', '(/:lang)/:slug'>>().toEqualTypeOf<'/blog(/:lang)/:slug'>()
expectTypeOf<JoinPatterns<'/', '(/:lang)/promo'>>().toEqualTypeOf<'(/:lang)/promo'>()
expectTypeOf<JoinPatterns<string, '/x'>>().toEqualTypeOf<string>()
expectTypeOf(joinPatterns('books', RoutePattern.parse(':slug'))).toEqualTypeOf<
  RoutePattern<'/books/:slug'>
>()

// HrefArgs

createHref('/about')
createHref('/about', null)
createHref('/about', undefined, { searchParams: { q: 'x', page: 2, tags: ['a', null] } })
createHref('/posts/:id', { id: 'x' })
createHref('/posts/:id', { id: 1, extra: true })
createHref('/posts/:id', { id: 1 }, { baseURL: 'https://example.com/' })
createHref('/posts(/:id)')
createHref('/posts(/:id)', null)
createHref('/posts(/:id)', { id: null })
createHref('/posts(/:id)', { id: undefined })
createHref('/posts(/:id)', { id: 1 })
createHref('/:a(/:b)/*c', { a: 1, c: 'x/y' })
createHref('/a(/*)')
createHref('://*/x')
createHref('https://:tenant.example.com:8080/x', { tenant: 'acme' })
createHref('https://:host:8080/x', { host: 'acme.test' })
createHref('/x' as string, { anything: 1 })

// @ts-expect-error params are required
createHref('/posts/:id')
// @ts-expect-error so is each of them
createHref('/posts/:id', {})
// @ts-expect-error with a value
createHref('/posts/:id', { id: null })
// @ts-expect-error that is text or a number
createHref('/posts/:id', { id: true })
// @ts-expect-error the same for optional ones
createHref('/posts(/:id)', { id: true })
// @ts-expect-error and for wildcards
createHref('/files/*path', {})
// @ts-expect-error and for hosts
createHref('https://:tenant.example.com/x', {})
// @ts-expect-error a boolean is no search value
createHref('/about', null, { searchParams: { q: true } })
// @ts-expect-error search params have their own option
createHref('/about', null, { q: 'x' })

expectTypeOf<HrefArgs<'/files/*'>>().toEqualTypeOf<
  [params: NoHref<'it has a wildcard without a name'>]
>()
expectTypeOf<HrefArgs<'https:///x'>>().toEqualTypeOf<
  [params: NoHref<'it has a protocol or a port, but no hostname'>]
>()
expectTypeOf<HrefArgs<'://*:8080/x'>>().toEqualTypeOf<
  [params: NoHref<'it has a protocol or a port, but no hostname'>]
>()
