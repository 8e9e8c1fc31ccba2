import type { SearchDocument } from './search-engine.ts'

/** The documents of one page. The id of a section is left out if its heading says it. */
export type PackedPage = [
  url: string,
  title: string,
  ...sections: [heading: string, text: string, id?: string][],
]

/** Writes each address and each title once, because a browser loads all of it. */
export function packDocuments(documents: readonly SearchDocument[]): PackedPage[] {
  const pages: PackedPage[] = []
  for (const [address, heading, page, text] of documents) {
    const [url = '', id = ''] = address.split('#')
    if (pages.at(-1)?.[0] !== url) pages.push([url, page === '' ? heading : page])
    pages.at(-1)!.push(id === toId(heading) ? [heading, text] : [heading, text, id])
  }

  return pages
}

export function unpackDocuments(pages: readonly PackedPage[]): SearchDocument[] {
  return pages.flatMap(([url, title, ...sections]) =>
    sections.map(([heading, text, id = toId(heading)]): SearchDocument =>
      id === '' ? [url, heading, '', text] : [`${url}#${id}`, heading, title, text],
    ),
  )
}

function toId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}
