import { createHref, RoutePattern, type HrefArgs } from '../route-pattern/index.ts'

/**
 * Fills a pattern with params: `generatePath('/books/:slug', { slug: 'dune' })` returns `/books/dune`.
 *
 * If you have a `Route`, use `route.href()`, which does not parse the pattern again.
 *
 * @example
 * generatePath('/docs(/:version)/:page', { page: 'start' }) // '/docs/start'
 */
export function generatePath<Pattern extends string>(
  pattern: Pattern,
  ...args: HrefArgs<Pattern>
): string {
  return createHref(RoutePattern.parse(pattern), ...args)
}
