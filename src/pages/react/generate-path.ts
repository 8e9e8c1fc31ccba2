import { createHref, RoutePattern, type HrefArgs } from '../../router/route-pattern/index.ts'

/** The arguments for a pattern. The rest of a path that ends in `/*` is the param `*`, as in `params` of a page. */
export type GeneratePathArgs<Pattern extends string> = Pattern extends '*'
  ? [params?: Splat]
  : Pattern extends `${infer Start}/*`
    ? HrefArgs<`${Start}(/*rest)`> extends [infer Params, unknown?]
      ? [params: Params & Splat]
      : [params?: Splat]
    : HrefArgs<Pattern>

interface Splat {
  readonly '*'?: string | number
}

/**
 * Fills a pattern with params: `generatePath('/books/:slug', { slug: 'dune' })` returns `/books/dune`.
 *
 * If you have a `Route`, use `route.href()`, which does not parse the pattern again.
 *
 * @example
 * generatePath('/docs(/:version)/:page', { page: 'start' }) // '/docs/start'
 * generatePath('/files/*', { '*': 'a/b.txt' }) // '/files/a/b.txt'
 */
export function generatePath<Pattern extends string>(
  pattern: Pattern,
  ...args: GeneratePathArgs<Pattern>
): string {
  const [params, options] = args as [Record<string, unknown>?, object?]
  const named = pattern.replace(/(?:^|(?<!\\)\/)\*$/, `(/*${splat})`)
  const rest = params?.['*'] === '' ? undefined : params?.['*']
  const given = named === pattern ? params : { ...params, [splat]: rest }

  return createHref(RoutePattern.parse(named) as RoutePattern, given, options)
}

/** The name of the last wildcard. It must not be the name of another param. */
const splat = '$splat'
