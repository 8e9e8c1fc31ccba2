import { decodePathname, spellingsOf } from '../../router/route-pattern/shared.ts'
import { stripBasename } from './basename.ts'
import type { PartRef, PartTree, RouteManifest } from './manifest.ts'

/**
 * Returns the parts that must be loaded before a pathname can be matched. It is empty if every route that could match is
 * loaded.
 *
 * @param pathname With the basename
 * @param trees The trees of the parts that are loaded, by their numbers
 */
export function missingParts(
  { basename, trailingSlash }: Pick<RouteManifest, 'basename' | 'trailingSlash'>,
  first: PartRef,
  trees: ReadonlyMap<number, PartTree | undefined>,
  pathname: string,
): Set<number> {
  const missing = new Set<number>()
  const path = stripBasename(pathname, basename)
  if (path === null) return missing

  for (const spelling of spellingsOf(path, trailingSlash)) {
    const segments = decodePathname(spelling)?.slice(1).split('/')
    if (segments) visit(first, segments)
  }

  return missing

  function visit(ref: PartRef | undefined, segments: readonly string[]): void {
    const tree = typeof ref === 'number' ? trees.get(ref) : ref
    if (typeof ref === 'number' && !trees.has(ref)) missing.add(ref)
    if (!tree) return

    const segment = segments[tree.at]
    if (segment === undefined) return
    visit(tree.to[tree.from.findLastIndex((text) => text <= segment)], segments)
    // A param is never empty.
    if (segment) visit(tree.any, segments)
  }
}
