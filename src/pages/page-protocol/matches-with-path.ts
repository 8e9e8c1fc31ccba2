import type { ManifestRoute } from './manifest.ts'

/**
 * Returns the matches that add a path. A pathless layout at the path of its parent adds none, and neither does an index that
 * is shown at the path of a layout. An index without a layout file adds its own path.
 *
 * @param matches The first matches of a branch, root first
 */
export function matchesWithPath<Match extends { readonly route: ManifestRoute }>(
  matches: readonly Match[],
): Match[] {
  const patterns = matches.map(({ route }) => JSON.stringify(route.path))
  return matches.filter(
    ({ route }, i) => route.path && !(route.index && patterns.indexOf(patterns[i]!) < i),
  )
}
