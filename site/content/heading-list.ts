import type { RenderedPage } from './content.ts'
import { escapeHtml } from './escape-html.ts'
import { withBasename } from './links.ts'

/** Returns every heading of every page as a list of links. */
export function createHeadingList(pages: readonly RenderedPage[]): string {
  const areas = [
    ['guides', 'Guides'],
    ['reference', 'Reference'],
    ['decisions', 'Decisions'],
  ] as const

  return areas
    .map(([area, name]) => {
      const items = pages.filter((page) => page.area === area && page.url !== '/').map(createItem)
      return `<h2>${name}</h2><ul class="all">${items.join('\n')}</ul>`
    })
    .join('\n')
}

function createItem({ url, title, path, headings }: RenderedPage): string {
  const name =
    path.startsWith('docs/reference/') && url !== '/reference' ? `${title}, types` : title
  const inner = headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ id, text }) => `<li>${createLink(`${url}#${id}`, text)}</li>`)

  return `<li>${createLink(url, name)}${inner.length > 0 ? `<ul>${inner.join('')}</ul>` : ''}</li>`
}

function createLink(url: string, text: string): string {
  return `<a href="${escapeHtml(withBasename(url))}">${escapeHtml(text)}</a>`
}
