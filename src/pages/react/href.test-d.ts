import { expectTypeOf } from 'vitest'
import { href } from './href.ts'

// Without .framework/routes.d.ts, any path and any search is allowed. The params are those of the path.
expectTypeOf(href('/any')).toEqualTypeOf<string>()
href(
  '/books/:slug',
  { slug: 1 },
  { search: { page: 2 }, searchParams: undefined as never, hash: 'top' },
)
href('/files/*', { '*': 'a/b' }, { searchParams: { page: 2 } })
href('/docs(/:version)/:page', { page: 'start' })
declare const path: string
href(path)
// @ts-expect-error The param is missing.
href('/books/:slug')
// @ts-expect-error The param has another name.
href('/books/:slug', { id: 1 })
// @ts-expect-error There is no such option.
href('/books', {}, { query: { page: 2 } })
