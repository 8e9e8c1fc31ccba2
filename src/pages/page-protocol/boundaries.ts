import type { PageMatch } from './match-pages.ts'

/**
 * Returns the route whose boundary shows an error of the route `id`: the nearest one at or above it.
 *
 * @param canShow Whether the boundary of a route can be rendered, such as whether its module is loaded
 * @returns A route id. If there is no boundary, the id of the root, which shows the built-in page
 */
export function boundaryOf(
  matches: readonly PageMatch[],
  id: string,
  canShow: (match: PageMatch) => boolean = () => true,
): string {
  let nearest = matches[0]!
  for (const match of matches) {
    if (match.route.hasErrorBoundary && canShow(match)) nearest = match
    if (match.id === id) break
  }
  return nearest.id
}
