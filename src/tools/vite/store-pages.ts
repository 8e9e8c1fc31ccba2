import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addBasename } from '../../pages/page-protocol/basename.ts'
import { isResourceRoute } from '../../pages/page-protocol/manifest.ts'
import { createPageMatcher } from '../../pages/page-protocol/match-pages.ts'
import { RESPONSE_HEADER, VERSION_HEADER } from '../../pages/page-protocol/wire.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import type { PrerenderedFile, PrerenderedPage } from '../../pages/server/shared.ts'
import {
  attempt,
  checkSame,
  mapAtOnce,
  createPageDataUrl,
  describeErrors,
  type ExportReport,
} from './export-pages.ts'
import { findStoredTargets, type Target } from './find-targets.ts'
import { askApp, openApp, type AppResponse, type StaticEntry } from './open-app.ts'
import { storedFolder, storedList } from './prerender.ts'

/** The most milliseconds that one page may take. */
const timeout = 30_000

/** The origin of the requests. A page that has it would tell every visitor a wrong address, so no app has this port. */
const origin = 'http://localhost:61499'
const ownAddress = /localhost(?::|%3A)61499/i

/** A response as the page created it, before middleware changed it. */
interface Recorded {
  readonly headers: Headers
  readonly body: Uint8Array
}

/**
 * Renders the pages of an app with a server that export `prerender`, and stores their documents and data. Collects all
 * failures.
 *
 * @param directory The folder of the built server
 */
export async function storePages(
  entry: StaticEntry,
  directory: string,
): Promise<Omit<ExportReport, 'lost'>> {
  const recorded = new Map<string, Recorded>()
  const app = await openApp(entry, async ({ pathname }, kind, response) => {
    const body = await response.bytes()
    recorded.set(`${kind} ${pathname}`, { headers: response.headers, body })
    return new Response(response.body === null ? null : (body as BodyInit), response)
  })
  const { build } = app
  const match = createPageMatcher(build.manifest)
  const { targets, failures } = await findStoredTargets(build, timeout)
  await mkdir(join(directory, storedFolder), { recursive: true })

  const pages: Record<string, PrerenderedPage> = {}
  const results = await mapAtOnce(targets, (target) =>
    attempt(
      async () => void (pages[urlOf(build, target)] = await store(target)),
      (reason) => `Cannot prerender ${target.path} (${target.route.id}): ${reason}`,
    ),
  )
  for (const result of results) if ('failure' in result) failures.push(result.failure)
  const sorted = Object.entries(pages).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(join(directory, storedList), JSON.stringify(Object.fromEntries(sorted)))

  return { count: targets.length, failures }

  async function store(target: Target): Promise<PrerenderedPage> {
    const url = urlOf(build, target)
    const isResource = isResourceRoute(target.route)
    const document = await ask(target, url, 'document', isResource ? undefined : 'text/html')
    if (isResource) return { document: await write(document, 'file') }

    const data = await ask(target, createPageDataUrl(match, url), 'data', 'application/json')
    return { document: await write(document, 'html'), data: await write(data, 'json') }
  }

  async function ask(
    target: Target,
    url: string,
    kind: keyof PrerenderedPage,
    type: string | undefined,
  ): Promise<Recorded> {
    const response = await askApp(app.handler, origin + url, timeout)
    const { pathname } = new URL(url, origin)
    checkStored(target, response, describeErrors(app, pathname))
    const page = recorded.get(`${kind} ${pathname}`)
    if (page === undefined) {
      throw new Error(
        'its response comes from app/router.ts and not from the page. Remove the route or the middleware there, or export prerender = false',
      )
    }
    const contentType = page.headers.get('Content-Type') ?? ''
    if (type !== undefined && !contentType.startsWith(type)) {
      throw new Error(
        `the Content-Type of its ${kind} is ${JSON.stringify(contentType)}, not ${type}. Export prerender = false, or return a page`,
      )
    }
    const sent = [new TextDecoder().decode(page.body), ...page.headers.values()]
    if (sent.some((text) => ownAddress.test(text))) {
      throw new Error(
        `its ${kind} has the origin of the request, which is ${origin} during the build. Write a path such as "/books", read the origin from a variable, or export prerender = false`,
      )
    }
    return page
  }

  async function write({ body, headers }: Recorded, extension: string): Promise<PrerenderedFile> {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
    const file = `${hash}.${extension}`
    await writeFile(join(directory, storedFolder, file), body)
    return { file, headers: storedHeaders(headers) }
  }
}

function urlOf({ basename }: ServerBuild, { path }: Target): string {
  return addBasename(path, basename)
}

/** @throws {Error} If the response cannot be sent to every visitor. The message begins with the reason */
function checkStored({ route }: Target, response: AppResponse, why: string): void {
  const { policy, status } = response
  if (status === 200 && why) throw new Error(`a part of it could not be rendered${why}`)
  // If there was an error, it is the better reason.
  if (!why) checkSame(response, route.id)
  if (status !== 200) {
    throw new Error(
      `its status is ${status}${why}, and only a page with 200 is stored. Export prerender = false, or return a page`,
    )
  }
  if (policy.includes("'strict-dynamic'")) {
    throw new Error(
      `its Content-Security-Policy has 'strict-dynamic', which blocks all scripts of a document without a nonce. Allow 'self' instead, or export prerender = false`,
    )
  }
}

/** The server sets these headers again. */
const ownHeaders = [RESPONSE_HEADER, VERSION_HEADER, 'Content-Length', 'Content-Encoding']

function storedHeaders(given: Headers): PrerenderedFile['headers'] {
  const headers = new Headers(given)
  if (headers.has(RESPONSE_HEADER) && headers.get('Cache-Control') === 'no-store') {
    headers.delete('Cache-Control')
  }
  for (const name of ownHeaders) headers.delete(name)
  return Array.from(headers)
}
