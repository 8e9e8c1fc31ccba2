// What the search of the site knows: the guides in full, and the rest by heading.
import type { SearchDocument } from '../app/search-engine.ts'
import { behaviour } from './behaviour.ts'
import { renderAll, type RenderedPage } from './content.ts'
import type { Section } from './markdown.ts'
import { describeGuides } from './site-pages.ts'

/** Returns what a browser loads to search. */
export async function createSearchDocuments(): Promise<SearchDocument[]> {
  const pages = await renderAll()
  const about = describeGuides()

  return pages
    .filter(({ path }) => path !== 'docs/README.md')
    .flatMap((page) => documentsOf(page, about.get(page.path)))
}

/** @param about What the list of guides says about the page, in other words than the page */
function documentsOf(
  { url, title, area, path, sections }: RenderedPage,
  about: string | undefined,
): SearchDocument[] {
  if (area === 'decisions') return [[url, title, '', '']]
  // Its sections are the groups, which are pages.
  if (path === behaviour) return [[url, title, '', firstSentence(sections[0]!.text)]]
  if (path.startsWith('docs/reference/')) return documentsOfReference(url, title, sections)

  return sections.map(({ id, heading, text }) => [
    id === '' ? url : `${url}#${id}`,
    id === '' ? title : heading,
    id === '' ? '' : title,
    area !== 'guides' ? firstSentence(text) : id === '' && about ? `${text} ${about}` : text,
  ])
}

/** Names with the first sentence about them. What a type is for is said where it is used. */
function documentsOfReference(
  url: string,
  page: string,
  sections: readonly Section[],
): SearchDocument[] {
  let kind = ''
  return sections.flatMap(({ id, heading, text }): SearchDocument[] => {
    if (kinds.has(heading)) kind = heading
    if (id === '' || kinds.has(heading)) return []

    return [[`${url}#${id}`, heading, page, kind === 'Types' ? '' : firstSentence(text)]]
  })
}

const kinds = new Set([
  'Components',
  'Hooks',
  'Functions',
  'Classes',
  'Values',
  'Types',
  'Deprecated',
])

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 160)
}
