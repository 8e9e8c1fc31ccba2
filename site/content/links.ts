// Rewrites links between files of the repository to links between pages of the site.
import { resolveLink } from '../../scripts/docs/check-links.ts'
import { basename } from './versions.ts'

/** Finds where a link of a page leads on the site. */
export interface Linker {
  /** Returns the address on the site. A link with a scheme stays as it is. */
  href(link: string): string
  /** Returns the address of the copy of a file, by its path in the repository. */
  source(path: string): string
  /** Returns the address of a row of behaviour, such as `PT-1`, or `undefined` if there is no such row. */
  row(id: string): string | undefined
}

/**
 * @param path The file that contains the links
 * @param urls The path on the site of every page, by the path of its file; of every part that is a page of its own, by
 *   the path with the anchor; and of every row of behaviour, by its id
 * @param sources Receives the files and folders that are linked, but are not pages. The site has a copy of them
 */
export function createLinker(
  path: string,
  urls: ReadonlyMap<string, string>,
  sources: Set<string>,
): Linker {
  const source = (target: string): string => {
    sources.add(target)
    return withBasename(`/source/${sourceName(target)}`)
  }

  const [file = ''] = path.split('#')
  const onSite = (key: string): string | undefined => {
    const url = urls.get(key)
    return url === undefined ? undefined : withBasename(url)
  }

  return {
    source: (target) => source(target.split('#')[0]!),
    row: onSite,
    href(link) {
      if (/^[a-z]+:/i.test(link)) return link
      // The list of decisions is not a file. Its links start at the root.
      const target = resolveLink(file === 'decisions' ? 'README.md' : file, link)
      if (target === undefined) {
        throw new Error(`Cannot build ${path}: its link ${link} leads nowhere. Correct the link.`)
      }
      const hash = target.anchor === undefined ? '' : `#${target.anchor}`
      const part = onSite(target.path + hash)
      if (part !== undefined) return part
      if (target.path === path && hash) return hash

      const url = onSite(target.path)
      return url === undefined ? source(target.path) : url + hash
    },
  }
}

/** The name of a copy. A browser shows a file of code as text if its name ends with `.txt`. */
export function sourceName(path: string): string {
  return /\.(?:md|png|svg|txt)$/.test(path) ? path : `${path}.txt`
}

export function withBasename(url: string): string {
  return basename === '/' ? url : basename + url
}
