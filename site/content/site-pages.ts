// Which files are pages of the site, where they are, and how they are ordered.
import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { behaviour, createIndex, readGroups } from './behaviour.ts'
import { readGuides, readPage, root, type Page } from '../../scripts/docs/pages.ts'
import { nameOf } from '../../src/tests/storeys.fixture.ts'

/** The part of the site that a page belongs to. Each has its own sidebar. */
export type Area = 'guides' | 'reference' | 'decisions'

export interface SitePage extends Page {
  /** The path on the site: `/routing`. */
  url: string
  area: Area
  /** The heading in the sidebar. */
  section: string
  /** The text in the sidebar, if it is not the title. */
  label: string
  /** The ids of its rows, for a group of behaviour. */
  rows?: readonly string[]
}

/** The guide that starts each section of the sidebar. A new guide belongs to the section of the one before it. */
const sections: Readonly<Record<string, string>> = {
  'docs/start.md': 'Get started',
  'docs/tutorial/README.md': 'Tutorial',
  'docs/routing.md': 'Pages',
  'docs/loading-data.md': 'Data and forms',
  'docs/sessions.md': 'Users and files',
  'docs/middleware.md': 'The server',
  'docs/testing.md': 'Test and publish',
  'docs/from-react-router.md': 'Coming from',
}

let listed: SitePage[] | undefined

/** Every page, in the order of the sidebars. During a build they are read once, in development for every request. */
export function listPages(): SitePage[] {
  if (process.env['NODE_ENV'] === 'production') return (listed ??= readPages())
  return readPages()
}

function readPages(): SitePage[] {
  return [startPage(), ...listGuides(), ...listReference(), ...listDecisions()]
}

/**
 * The path of a page on the site, by the path of its file: `docs/routing.md` is `/routing`. A part of a file is below it:
 * `docs/behaviour.md#methods` is `/behaviour/methods`.
 */
export function urlOf(path: string): string {
  return `/${path
    .replace(/^docs\//, '')
    .replace('.md#', '/')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')}`
}

/** What the list of guides says about each guide, by its path. */
export function describeGuides(): Map<string, string> {
  return new Map(
    Array.from(
      readPage('docs/README.md').text.matchAll(/\]\(([\w/-]+\.md)\): (.+)$/gm),
      ([, name, text]) => [`docs/${name}`, text!.replaceAll(/[`]|\[([^\]]+)\]\([^)]*\)/g, '$1')],
    ),
  )
}

function startPage(): SitePage {
  return createPage(readPage('docs/README.md'), 'guides', '', 'Start page')
}

function listGuides(): SitePage[] {
  let section = ''
  return readGuides().flatMap((guide) => {
    section = sections[guide.path] ?? section
    const isOverview = guide.path === 'docs/tutorial/README.md'
    const page = createPage(guide, 'guides', section, isOverview ? 'Overview' : undefined)

    return guide.path === 'docs/deployment.md' ? [page, ...listRuntimes(section)] : page
  })
}

function listRuntimes(section: string): SitePage[] {
  return globSync('docs/runtimes/*.md', { cwd: root })
    .sort()
    .map((path) => createPage(readPage(path), 'guides', section))
}

function listReference(): SitePage[] {
  const lookUp = ['docs/measurements.md', 'docs/reference/README.md']
  const entries = readdirSync(join(root, 'docs/reference'))
    .filter((name) => name !== 'README.md')
    .sort()
  const readmes = globSync('src/**/README.md', { cwd: root }).sort()
  const paths = [...readmes, ...entries.map((name) => `docs/reference/${name}`)]

  return [
    ...listBehaviour(),
    ...lookUp.map((path) => createPage(readPage(path), 'reference', 'Look up')),
    ...paths
      .map((path) => {
        const page = readPage(path)
        return createPage(
          page,
          'reference',
          sectionOfEntry(path),
          page.title.replace('framework/', ''),
        )
      })
      .sort(
        (a, b) =>
          order.indexOf(a.section) - order.indexOf(b.section) || compareLabels(a.label, b.label),
      ),
  ]
}

/** The list of groups, and a page for each of them. */
function listBehaviour(): SitePage[] {
  const page = readPage(behaviour)
  const groups = readGroups(page)

  return [
    createPage(createIndex(page, groups), 'reference', 'Look up'),
    ...groups.map(({ rows, ...group }) => ({
      ...createPage(group, 'reference', 'Behaviour'),
      title: `${group.title} (behaviour)`,
      rows,
    })),
  ]
}

/** What every app imports comes first. */
function compareLabels(a: string, b: string): number {
  return Number(b === 'framework') - Number(a === 'framework') || (a < b ? -1 : a > b ? 1 : 0)
}

const order = ['Entry points', 'Middleware', 'For tests', 'Inside']

function sectionOfEntry(path: string): string {
  if (/(^|[/-])testing\b/.test(path)) return 'For tests'
  if (/^src\/middleware\/|-middleware\b/.test(path)) return 'Middleware'
  if (path.startsWith('docs/') || referenceOf(path) !== undefined) return 'Entry points'

  return 'Inside'
}

/** The page with the declarations of a folder, by the path of its README. */
export function referenceOf(path: string): string | undefined {
  const folder = /^src\/(.+)\/README\.md$/.exec(path)?.[1]
  if (folder === undefined) return undefined
  const page = `docs/reference/${[nameOf(folder), ...folder.split('/').slice(2)].join('-')}.md`

  return existsSync(join(root, page)) ? page : undefined
}

function listDecisions(): SitePage[] {
  const decisions = readdirSync(join(root, 'decisions'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => createPage(readPage(`decisions/${name}`), 'decisions', 'Decisions'))
  const text = [
    '# Decisions',
    '',
    'Each page is a choice that a colleague would question: what was chosen, what was rejected and why, and when to look again.',
    '',
    ...decisions.map(({ title, path }) => `- [${title}](${path})`),
    '',
  ].join('\n')
  const index = { path: 'decisions', title: 'Decisions', text }

  return [createPage(index, 'decisions', 'Decisions', 'All decisions'), ...decisions]
}

function createPage(page: Page, area: Area, section: string, label?: string): SitePage {
  const title = page.title.replaceAll(/[`*]/g, '')
  return { ...page, title, url: urlOf(page.path), area, section, label: label ?? title }
}
