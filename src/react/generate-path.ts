import { createHref, RoutePattern, type HrefArgs } from '../route-pattern/index.ts'

/**
 * Writes a pattern with params: `generatePath('/books/:slug', { slug: 'dune' })` is `/books/dune`.
 *
 * A `Route` does the same with `route.href()`, and without parsing its pattern again.
 */
export function generatePath<Pattern extends string>(
  pattern: Pattern,
  ...args: HrefArgs<Pattern>
): string {
  return createHref(RoutePattern.parse(pattern), ...args)
}
