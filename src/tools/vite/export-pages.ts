import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addBasename } from '../../pages/page-protocol/basename.ts'
import { isResourceRoute } from '../../pages/page-protocol/manifest.ts'
import { createPageMatcher, type PageMatcher } from '../../pages/page-protocol/match-pages.ts'
import { createDataUrl } from '../../pages/page-protocol/data-url.ts'
import type { RedirectInstruction } from '../../pages/page-protocol/wire.ts'
import { findSiteTargets, type SiteTarget, type Target } from './find-targets.ts'
import { describeUse } from './name-readers.ts'
import { askApp, type AppResponse, type OpenApp } from './open-app.ts'
import type { ResolvedStatic } from './options.ts'
import {
  redirectDocument,
  resolveTarget,
  createSitemaps,
  createStaticFolder,
  type StaticFolder,
} from './static-files.ts'

/** The input of {@link exportPages}. */
export interface ExportSource extends ResolvedStatic {
  app: OpenApp
  /** The existing folder for the files. */
  directory: string
}

/** The result of {@link exportPages}. */
export interface ExportReport {
  /** How many paths the site has. */
  count: number
  /** One sentence for each page that cannot be a file. */
  failures: string[]
  /** The routes of the front router, which are not part of the site. */
  lost: string[]
}

/** How many pages are rendered at the same time. */
const atOnce = 8

/** Writes every page of an app as files. Collects all failures. */
export async function exportPages(source: ExportSource): Promise<ExportReport> {
  const site = openSite(source)
  const { targets, failures } = await findSiteTargets(source.app.build, source)

  const written = await mapAtOnce(targets, (target) =>
    attempt(
      () => writeTarget(site, target),
      (reason) => `Cannot prerender ${target.path} (${target.route.id}): ${reason}`,
    ),
  )
  const urls = written.flatMap((result) => (result && 'value' in result ? result.value : []))
  const others = [
    await attempt(
      () => writeNotFound(site),
      (reason) => `Cannot write 404.html: ${reason}`,
    ),
    await attempt(
      () => writeSitemap(site, urls),
      (reason) => `Cannot write sitemap.xml: ${reason}`,
    ),
  ]
  for (const result of [...written, ...others])
    if ('failure' in result) failures.push(result.failure)
  failures.push(...findCircles(targets, site.redirects, site.basename))

  return { count: targets.length, failures, lost: source.app.frontRoutes() }
}

/** A static site that is being written. */
interface Site extends Pick<ExportSource, 'app' | 'directory' | 'files'> {
  readonly basename: string
  readonly origin: string
  /** The origin that the options name. A sitemap needs it. */
  readonly knownOrigin: string | undefined
  readonly match: PageMatcher
  readonly folder: StaticFolder
  /** The paths that redirect to another path of the site. */
  readonly redirects: Map<string, string>
  /** Sends a request for a path and a query to the app. */
  ask(url: string): Promise<AppResponse>
}

function openSite({ app, directory, files, origin: knownOrigin, timeout }: ExportSource): Site {
  const { manifest, basename } = app.build
  const origin = knownOrigin ?? 'http://localhost'
  return {
    app,
    directory,
    files,
    basename,
    origin,
    knownOrigin,
    match: createPageMatcher(manifest),
    folder: createStaticFolder(directory),
    redirects: new Map(),
    ask: (url) => askApp(app.handler, origin + url, timeout),
  }
}

/** Writes the files of a path. Returns the URL for the sitemap, if the target is a page. */
async function writeTarget(site: Site, target: SiteTarget): Promise<string[]> {
  const url = addBasename(target.path, site.basename)
  const response = await site.ask(url)
  const why = describeErrors(site.app, new URL(url, site.origin).pathname)
  if (response.status === 200 && why) throw new Error(`a part of it could not be rendered${why}`)
  // If there was an error, it is the better reason.
  if (!why) checkSame(response, target.route.id)
  const location = resolveTarget(response, site.origin + url)
  if (location !== undefined) return writeRedirect(site, target, url, response, location)
  if (response.status !== 200) {
    throw new Error(
      `its status is ${response.status}${why}, and a file is always sent with 200. Export prerender = false, or return a page`,
    )
  }

  return isResourceRoute(target.route)
    ? writeResource(site, target, response)
    : writePage(site, target, url, response)
}

async function writeRedirect(
  site: Site,
  { route, names }: SiteTarget,
  url: string,
  { status }: AppResponse,
  location: string,
): Promise<[]> {
  if (pathOf(location) === pathOf(url)) {
    throw new Error(
      `it redirects to itself (${location}), and its file would do that without end. A file does not depend on the query: read it in the browser`,
    )
  }
  const plain = { location, status, revalidate: false, reload: false, replace: false }
  const redirect = (!isResourceRoute(route) && (await askData(site, url)).redirect) || plain
  site.redirects.set(pathOf(url), pathOf(location))
  await site.folder.write(names.document, redirectDocument(location, site.knownOrigin))
  await writeData(site, names.data, { redirect: { ...redirect, location } })

  return []
}

async function writeResource(
  { folder }: Site,
  { names }: SiteTarget,
  { body, contentType }: AppResponse,
): Promise<[]> {
  const isDocument = isHtml(contentType) && !/\.html?$/i.test(names.resource)
  await folder.write(isDocument ? names.document : names.resource, body)

  return []
}

async function writePage(
  site: Site,
  { names }: SiteTarget,
  url: string,
  { body, contentType }: AppResponse,
): Promise<[url: string]> {
  if (!isHtml(contentType)) {
    throw new Error(
      `its Content-Type is ${JSON.stringify(contentType)}, and the file of a page is HTML. Export prerender = false, or return a page`,
    )
  }
  const { loaders } = await askData(site, url)
  if (loaders === undefined)
    throw new Error('its data is a redirect, and its document is not. Redirect both, or neither')
  await site.folder.write(names.document, body)
  await writeData(site, names.data, { loaders })

  return [site.files === 'folder' && !url.endsWith('/') ? `${url}/` : url]
}

function isHtml(contentType: string): boolean {
  return /^text\/html\b/i.test(contentType)
}

/** Requests the data of all loaders of a page. */
async function askData(
  { ask, match }: Site,
  url: string,
): Promise<{ loaders?: unknown; redirect?: RedirectInstruction }> {
  const response = await ask(createPageDataUrl(match, url))
  checkSame(response, match(url)!.at(-1)!.id)
  if (!/^application\/json\b/.test(response.contentType))
    throw new Error('its data is not JSON. Look for middleware that replaces responses')

  const body = JSON.parse(new TextDecoder().decode(response.body)) as {
    redirect?: RedirectInstruction
  }
  if (response.status === 202 && body.redirect) return { redirect: body.redirect }
  if (response.status !== 200)
    throw new Error(
      `the status of its data is ${response.status}, and its document has 200. Look for code that treats data requests differently`,
    )
  return { loaders: body }
}

/** Returns the URL of the data of a whole page: of all its loaders, and of all fields. */
export function createPageDataUrl(match: PageMatcher, url: string): string {
  // Routes without a loader are included, because their module may have fields.
  const matches = match(url)!
  const fields = matches.filter(({ route }) => route.hasFields).map(({ id }) => id)
  const ids = matches.map(({ id }) => id)
  return createDataUrl(url, ids, fields)
}

/** Describes the first error of a request, such as ` (Error: no database)`. Returns `''` without an error. */
export function describeErrors(app: OpenApp, pathname: string): string {
  const [error] = app.errorsOf(pathname)
  return error === undefined ? '' : ` (${error})`
}

/** The host does not send the app's headers, so the version is in the body. */
async function writeData({ app, folder }: Site, name: string, body: object): Promise<void> {
  const { version } = app.build.manifest
  await folder.write(name, JSON.stringify({ version, ...body }))
}

async function writeNotFound({ ask, basename, directory, folder, match }: Site): Promise<void> {
  if (existsSync(join(directory, '404.html'))) return
  const paths = Array.from({ length: 8 }, (_, at) => '/404'.repeat(at + 1))
  // If a catch-all page matches all of these paths, that page is the one for unknown URLs.
  const path = paths.find((path) => !match(addBasename(path, basename))) ?? '/404'
  const response = await ask(addBasename(path, basename))
  checkSame(response, undefined)
  // An app with a catch-all page has no unknown URLs.
  if (response.status !== 404 && response.status !== 200) {
    throw new Error(
      `the status of ${path} is ${response.status}, not 404. Look for code that fails without a page`,
    )
  }
  await folder.write('404.html', response.body)
}

async function writeSitemap(
  { basename, directory, folder, knownOrigin }: Site,
  urls: readonly string[],
): Promise<void> {
  if (knownOrigin === undefined || existsSync(join(directory, 'sitemap.xml'))) return
  const home = `${knownOrigin}${basename === '/' ? '' : basename}/`
  const sitemaps = createSitemaps(
    urls.toSorted().map((url) => knownOrigin + url),
    home,
  )
  for (const [name, content] of sitemaps) await folder.write(name, content)
}

/** Returns the path of a URL without a query, a hash or a trailing slash. Hosts serve one file for all of them. */
function pathOf(url: string): string {
  return url.replace(/\/?(?:[?#].*)?$/s, '')
}

/** Returns one sentence for each circle of redirects, which a browser would follow without end. */
function findCircles(
  targets: readonly Target[],
  redirects: ReadonlyMap<string, string>,
  basename: string,
): string[] {
  const seen = new Set<string>()
  return targets.flatMap(({ path, route }) => {
    const trail: string[] = []
    let at: string | undefined = pathOf(addBasename(path, basename))
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      trail.push(at)
      at = redirects.get(at)
    }
    if (at === undefined || !trail.includes(at)) return []

    const circle = [...trail.slice(trail.indexOf(at)), at].map((path) => path || '/')
    return `Cannot prerender ${path} (${route.id}): it redirects in a circle (${circle.join(' → ')}), and files would do that without end. Return a page from one of them`
  })
}

/**
 * @param routeId The route of the page, if it has one
 * @throws {Error} If the app used a value that differs between visitors
 */
export function checkSame({ personal }: AppResponse, routeId: string | undefined): void {
  if (personal === undefined) return
  throw new Error(
    `${describeUse(personal, routeId)}. A prerendered page is the same for every visitor: export prerender = false, or load that part in the browser`,
  )
}

export type Attempt<Value> = { value: Value } | { failure: string }

export async function attempt<Value>(
  run: () => Promise<Value>,
  describe: (reason: string) => string,
): Promise<Attempt<Value>> {
  try {
    return { value: await run() }
  } catch (error) {
    return { failure: describe(error instanceof Error ? error.message : String(error)) }
  }
}

export async function mapAtOnce<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      results[at] = await run(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
