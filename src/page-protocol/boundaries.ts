import type { PageMatch } from './match-pages.ts'

/**
 * The route whose boundary shows an error of the route `id`: the nearest at or above it that has one.
 *
 * @param canShow Whether a route's boundary can be rendered, such as only those whose module is there
 * @returns A route id; the root's when no boundary is found, for the built-in page
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
