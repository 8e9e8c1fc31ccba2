// The pages of the site, rendered. The route modules import this.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/docs/pages.ts'
import { behaviour } from './behaviour.ts'
import { createLinker, sourceName, withBasename, type Linker } from './links.ts'
import { renderMarkdown, type Heading, type Rendered } from './markdown.ts'
import { createHeadingList } from './heading-list.ts'
import { reportPage } from './progress.ts'
import { listPages, referenceOf, urlOf, type Area, type SitePage } from './site-pages.ts'
import { createStartPage, startDescription, startTitle } from './start-page.ts'
import { oldVersion, origin } from './versions.ts'

/** A page as its route module gets it. */
export interface PageContent {
  title: string
  url: string
  area: Area
  section: string
  html: string
  headings: Heading[]
  menu: MenuSection[]
  /** The same entry point as a guide and as declarations. */
  views: MenuLink[]
  previous: MenuLink | null
  next: MenuLink | null
  description: string
  /** The address of the page in the newest version. */
  canonical: string
  /** Whether this is the site of an older version. */
  isOld: boolean
  /** The start page and the list of headings have no sidebar. */
  layout: 'columns' | 'wide'
}

export interface MenuSection {
  name: string
  links: MenuLink[]
}

export interface MenuLink {
  url: string
  text: string
}

/** One rendered page with its place on the site. */
export interface RenderedPage extends SitePage, Rendered {}

const rendered = new Map<string, { text: string; page: Promise<Rendered> }>()
const sources = new Set<string>()

/** The paths of all pages. */
export function listUrls(): string[] {
  return [...listPages().map(({ url }) => url), '/all']
}

/** Returns a page by its path on the site, or `undefined` if there is none. */
export async function readContent(url: string): Promise<PageContent | undefined> {
  if (url === '/all') return readAllHeadings()
  const pages = listPages()
  const page = pages.find((each) => each.url === url)
  if (!page) return undefined
  reportPage(url, pages.length)
  const { html, headings, sections } = await render(page, pages)
  const readmes = readmesByReference(pages)
  // A folder with a README is in the sidebar once.
  // The groups of behaviour are in it on their own pages.
  const isBehaviour = page.path.startsWith(behaviour)
  const inOrder = pages.filter(
    ({ path, area, rows }) =>
      area === page.area &&
      path !== 'docs/README.md' &&
      !readmes.has(path) &&
      (rows === undefined || isBehaviour),
  )
  const sequence = isBehaviour ? inOrder.filter(({ path }) => path.startsWith(behaviour)) : inOrder
  const index = sequence.findIndex(({ path }) => path === page.path)
  const isOrdered = (page.area !== 'reference' || isBehaviour) && index >= 0

  return {
    title: url === '/' ? startTitle : page.title,
    url,
    area: page.area,
    section: page.section,
    html:
      (url === '/' ? await createStartPage(html, linkerOf(page, pages), pages) : html) +
      sourceLink(page.path),
    headings: headings.filter(({ level }) => level === 2 || level === 3),
    menu: createMenu(inOrder),
    views: createViews(page, readmes),
    previous: isOrdered ? toLink(sequence[index - 1]) : null,
    next: isOrdered ? toLink(sequence[index + 1]) : null,
    description:
      url === '/'
        ? startDescription
        : shorten(sections.find(({ text }) => text !== '')?.text ?? page.title),
    canonical: origin + url,
    isOld: oldVersion !== undefined,
    layout: url === '/' ? 'wide' : 'columns',
  }
}

/** The page of every heading, for visitors without JavaScript. */
async function readAllHeadings(): Promise<PageContent> {
  const title = 'Every heading'
  return {
    title,
    url: '/all',
    area: 'guides',
    section: '',
    html: `<h1>${title}</h1>${createHeadingList(await renderAll())}`,
    headings: [],
    menu: createMenu(
      listPages().filter(({ area, section }) => area === 'guides' && section !== ''),
    ),
    views: [],
    previous: null,
    next: null,
    description: 'Every heading of the documentation, to search with the browser.',
    canonical: `${origin}/all`,
    isOld: oldVersion !== undefined,
    layout: 'wide',
  }
}

/** Renders every page. */
export async function renderAll(): Promise<RenderedPage[]> {
  const pages = listPages()
  return Promise.all(pages.map(async (page) => ({ ...page, ...(await render(page, pages)) })))
}

/** The files that the site has a copy of: the Markdown of its pages, and what they link to. */
export async function listSources(): Promise<string[]> {
  const pages = await renderAll()
  await readContent('/') // It links to pictures that no other page has.
  const own = pages.map(({ path }) => path.split('#')[0]!).filter((path) => path.endsWith('.md'))
  return [...new Set([...own, ...sources])].map(sourceName)
}

/** Returns the copy of a file, or the names in a folder. `name` is one of `listSources()`. */
export async function readSource(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!(await listSources()).includes(name)) return undefined
  const file = [name, name.replace(/\.txt$/, '')]
    .map((path) => join(root, path))
    .find((path) => statSync(path, { throwIfNoEntry: false }))!

  return statSync(file).isDirectory()
    ? new TextEncoder().encode(`${readdirSync(file).sort().join('\n')}\n`)
    : new Uint8Array(readFileSync(file))
}

function render(page: SitePage, pages: readonly SitePage[]): Promise<Rendered> {
  const known = rendered.get(page.path)
  if (known?.text === page.text) return known.page

  const result = renderMarkdown(page, linkerOf(page, pages))
  rendered.set(page.path, { text: page.text, page: result })

  return result
}

function linkerOf({ path }: SitePage, pages: readonly SitePage[]): Linker {
  const urls = new Map(pages.map((page) => [page.path, page.url]))
  urls.set('README.md', '/')
  for (const { url, rows = [] } of pages) {
    for (const id of rows) urls.set(id, `${url}#${id}`)
  }

  return createLinker(path, urls, sources)
}

/** The READMEs of folders, by the page with the folder's declarations. */
function readmesByReference(pages: readonly SitePage[]): Map<string, string> {
  const readmes = new Map<string, string>()
  for (const { path } of pages) {
    const reference = referenceOf(path)
    if (reference !== undefined) readmes.set(reference, path)
  }

  return readmes
}

function createMenu(pages: readonly SitePage[]): MenuSection[] {
  const sections = new Map<string, MenuLink[]>()
  for (const page of pages) {
    const links = sections.get(page.section) ?? []
    sections.set(page.section, [...links, { url: page.url, text: page.label }])
  }

  return Array.from(sections, ([name, links]) => ({ name, links }))
}

function createViews({ path }: SitePage, readmes: ReadonlyMap<string, string>): MenuLink[] {
  const readme = path.startsWith('src/') ? path : readmes.get(path)
  const reference = readme && referenceOf(readme)
  if (!readme || !reference) return []

  return [
    { url: urlOf(readme), text: 'Usage and options' },
    { url: urlOf(reference), text: 'Types' },
  ]
}

/** The last line of a page: a link to its Markdown. */
function sourceLink(path: string): string {
  if (path === 'decisions') return ''
  const href = withBasename(`/source/${sourceName(path.split('#')[0]!)}`)

  return `<p class="source"><a href="${href}">This page as Markdown</a></p>`
}

function toLink(page: SitePage | undefined): MenuLink | null {
  return page ? { url: page.url, text: page.label } : null
}

function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s+\S*$/, '')} …`
}
