// What the search of the site knows: the guides in full, and the rest by heading.
import type { SearchDocument } from '../app/search-engine.ts'
import { renderAll, type RenderedPage } from './content.ts'

/** Returns what a browser loads to search. */
export async function createSearchDocuments(): Promise<SearchDocument[]> {
  const pages = await renderAll()
  return pages.filter(({ path }) => path !== 'docs/README.md').flatMap(documentsOf)
}

function documentsOf(page: RenderedPage): SearchDocument[] {
  const { url, title, area, path, sections } = page
  if (area === 'decisions') return [[url, title, '', '']]

  const isGuide = area === 'guides'
  return sections
    .filter(({ text, heading }) => text !== '' || isGuide || !kinds.has(heading))
    .map(({ id, heading, text }): SearchDocument => {
      const isReference = path.startsWith('docs/reference/')
      const kept = isGuide ? text : isReference ? firstSentence(text) : text.slice(0, 240)
      return [
        id === '' ? url : `${url}#${id}`,
        id === '' ? title : heading,
        id === '' ? '' : title,
        kept,
      ]
    })
}

/** Headings of the reference that say nothing by themselves. */
const kinds = new Set(['Functions', 'Classes', 'Values', 'Types'])

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text
}
