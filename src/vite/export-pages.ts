import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addBasename } from '../page-protocol/basename.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { createDataUrl, type RedirectInstruction } from '../page-protocol/wire.ts'
import { askApp, type AppResponse } from './ask-app.ts'
import { findTargets, type Target } from './find-targets.ts'
import type { OpenApp } from './open-app.ts'
import type { ResolvedStatic } from './options.ts'
import { redirectDocument, resolveTarget } from './redirect-document.ts'
import { createSitemaps } from './sitemap.ts'
import { createStaticFolder } from './static-files.ts'

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
  /** The routes of the front router, which the site does not have. */
  lost: string[]
}

/** How many pages are rendered at the same time. */
const atOnce = 8

/** Writes every page of an app as files. Collects all failures. */
export async function exportPages(source: ExportSource): Promise<ExportReport> {
  const { app, directory, files, timeout } = source
  const { manifest, basename } = app.build
  const origin = source.origin ?? 'http://localhost'
  const match = createPageMatcher(manifest)
  const folder = createStaticFolder(directory)
  const { targets, failures } = await findTargets(app.build, source)

  /** The paths that redirect to another path of the site. */
  const redirects = new Map<string, string>()

  const written = await mapAtOnce(targets, (target) =>
    attempt(
      () => writeTarget(target),
      (reason) => `Cannot prerender ${target.path} (${target.route.id}): ${reason}`,
    ),
  )
  const urls = written.flatMap((result) => (result && 'value' in result ? result.value : []))
  const others = [
    await attempt(writeNotFound, (reason) => `Cannot write 404.html: ${reason}`),
    await attempt(
      () => writeSitemap(urls),
      (reason) => `Cannot write sitemap.xml: ${reason}`,
    ),
  ]
  for (const result of [...written, ...others])
    if ('failure' in result) failures.push(result.failure)
  failures.push(...findCircles(targets, redirects, basename))

  return { count: targets.length, failures, lost: app.frontRoutes() }

  function ask(url: string): Promise<AppResponse> {
    return askApp(app.handler, origin + url, timeout)
  }

  /** Returns the URL for the sitemap, if the target is a page. */
  async function writeTarget({ path, route, names }: Target): Promise<string[]> {
    const url = addBasename(path, basename)
    const response = await ask(url)
    const errors = app.errorsOf(new URL(url, origin).pathname)
    const why = errors.length > 0 ? ` (${errors[0]})` : ''
    if (response.status === 200 && why) throw new Error(`a part of it could not be rendered${why}`)
    // An error is the better reason.
    if (!why) checkSame(response)
    const isResource = isResourceRoute(route)
    const location = resolveTarget(response, origin + url)
    if (location !== undefined) {
      if (pathOf(location) === pathOf(url)) {
        throw new Error(
          `it redirects to itself (${location}), and its file would do that for ever. A file does not depend on the query: read it in the browser`,
        )
      }
      const redirect = (!isResource && (await askData(url)).redirect) || {
        location,
        status: response.status,
        revalidate: false,
        reload: false,
        replace: false,
      }
      redirects.set(pathOf(url), pathOf(location))
      await folder.write(names.document, redirectDocument(location, source.origin))
      await writeData(names.data, { redirect: { ...redirect, location } })
      return []
    }
    if (response.status !== 200) {
      throw new Error(
        `its status is ${response.status}${why}, and a file is always sent with 200. Export prerender = false, or return a page`,
      )
    }

    const isHtml = /^text\/html\b/i.test(response.contentType)
    if (isResource) {
      const isDocument = isHtml && !/\.html?$/i.test(names.resource)
      await folder.write(isDocument ? names.document : names.resource, response.body)
      return []
    }
    if (!isHtml) {
      throw new Error(
        `its Content-Type is ${JSON.stringify(response.contentType)}, and the file of a page is HTML. Export prerender = false, or return a page`,
      )
    }

    const { loaders } = await askData(url)
    if (loaders === undefined) throw new Error('its data is a redirect, and its document is not')
    await folder.write(names.document, response.body)
    await writeData(names.data, { loaders })
    return [files === 'folder' && !url.endsWith('/') ? `${url}/` : url]
  }

  /** Requests the data of all loaders of a page. */
  async function askData(
    url: string,
  ): Promise<{ loaders?: unknown; redirect?: RedirectInstruction }> {
    // Also routes without a loader, because their module may have fields.
    const matches = match(url)!
    const fields = matches.filter(({ route }) => route.hasFields).map(({ id }) => id)
    const ids = matches.map(({ id }) => id)
    const response = await ask(createDataUrl(url, ids, fields))
    checkSame(response)
    if (!/^application\/json\b/.test(response.contentType)) throw new Error('its data is not JSON')

    const body = JSON.parse(new TextDecoder().decode(response.body)) as {
      redirect?: RedirectInstruction
    }
    if (response.status === 202 && body.redirect) return { redirect: body.redirect }
    if (response.status !== 200) throw new Error(`the status of its data is ${response.status}`)
    return { loaders: body }
  }

  // The host sends no headers of ours, so the version is in the body.
  async function writeData(name: string, body: object): Promise<void> {
    await folder.write(name, JSON.stringify({ version: manifest.version, ...body }))
  }

  async function writeNotFound(): Promise<void> {
    if (existsSync(join(directory, '404.html'))) return
    const paths = Array.from({ length: 8 }, (_, at) => '/404'.repeat(at + 1))
    // If a catch-all page matches all of them, it decides.
    const path = paths.find((path) => !match(addBasename(path, basename))) ?? '/404'
    const response = await ask(addBasename(path, basename))
    checkSame(response)
    // An app with a catch-all page has no unknown URLs.
    if (response.status !== 404 && response.status !== 200) {
      throw new Error(`the status of ${path} is ${response.status}, not 404`)
    }
    await folder.write('404.html', response.body)
  }

  async function writeSitemap(urls: readonly string[]): Promise<void> {
    if (source.origin === undefined || existsSync(join(directory, 'sitemap.xml'))) return
    const home = `${origin}${basename === '/' ? '' : basename}/`
    const sitemaps = createSitemaps(
      urls.toSorted().map((url) => origin + url),
      home,
    )
    for (const [name, content] of sitemaps) await folder.write(name, content)
  }
}

/** Returns the path of a URL without a query, a hash or a trailing slash. Hosts serve one file for all of them. */
function pathOf(url: string): string {
  return url.replace(/\/?(?:[?#].*)?$/s, '')
}

/** Returns one sentence for each circle of redirects, which a browser would follow for ever. */
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
    return `Cannot prerender ${path} (${route.id}): it redirects in a circle (${circle.join(' → ')}), and files would do that for ever. Return a page from one of them`
  })
}

/** @throws {Error} If the app used something that differs between visitors */
function checkSame({ personal }: AppResponse): void {
  if (personal === undefined) return
  throw new Error(
    `${personal}. A prerendered page is the same for everybody: export prerender = false, or load that part in the browser`,
  )
}

type Result<Value> = { value: Value } | { failure: string }

async function attempt<Value>(
  run: () => Promise<Value>,
  describe: (reason: string) => string,
): Promise<Result<Value>> {
  try {
    return { value: await run() }
  } catch (error) {
    return { failure: describe(error instanceof Error ? error.message : String(error)) }
  }
}

async function mapAtOnce<Item, Value>(
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
