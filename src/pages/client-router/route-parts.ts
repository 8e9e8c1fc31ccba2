import { missingParts } from '../page-protocol/manifest-parts.ts'
import type { ManifestPart, PartTree, RouteManifest } from '../page-protocol/manifest.ts'
import type { PageMatch, PageMatcher } from '../page-protocol/match-pages.ts'
import type { LearnFailure, RouteSeam } from './seams.ts'

/** Options of {@link createRouteParts}. */
interface RoutePartsOptions {
  /** A split manifest. Loaded routes are added to its `routes`. */
  manifest: RouteManifest
  /** The page of the document, whose routes came with it. */
  page: { readonly pathname: string; readonly matches: PageMatch[] }
  origin: string
  /** Creates the matcher for the routes that are loaded. */
  createMatcher: (manifest: RouteManifest) => PageMatcher
  /** Fetches a part. Rejects when the network fails. */
  load: (url: string) => Promise<{ readonly ok: boolean; text(): Promise<string> }>
}

/**
 * Creates the routes of a split manifest. Once the parts that could have a route for a pathname are loaded, it matches as
 * in the whole manifest. Each part is loaded once.
 */
export function createRouteParts({
  manifest,
  page,
  origin,
  createMatcher,
  load,
}: RoutePartsOptions): RouteSeam {
  const { base, tree: first, ...head } = manifest.parts!
  const trees = new Map<number, PartTree | undefined>()
  const pending = new Map<number, Promise<LearnFailure | undefined>>()
  const known = new Map<number, ManifestPart['routes'][number]>()
  let matcher: PageMatcher | undefined
  const missing = (pathname: string): Set<number> => missingParts(manifest, first, trees, pathname)
  add(head)

  return { match, learn }

  function match(pathname: string): PageMatch[] | null {
    if (missing(pathname).size > 0) return pathname === page.pathname ? page.matches : null

    matcher ??= createMatcher({
      ...manifest,
      routes: Object.fromEntries(
        [...known.values()].sort(([a], [b]) => a - b).map(([, route]) => [route.id, route]),
      ),
    })
    return matcher(pathname)
  }

  function learn(url: URL): Promise<LearnFailure | undefined> | undefined {
    const { pathname } = url
    if (url.origin !== origin || pathname === page.pathname) return undefined

    const numbers = missing(pathname)
    return numbers.size > 0 ? learnParts(url, numbers) : undefined
  }

  async function learnParts(
    url: URL,
    numbers: ReadonlySet<number>,
  ): Promise<LearnFailure | undefined> {
    const failures = await Promise.all(Array.from(numbers, loadOnce))
    // A part may refer to other parts.
    return failures.find((failure) => failure !== undefined) ?? learn(url)
  }

  function loadOnce(number: number): Promise<LearnFailure | undefined> {
    let part = pending.get(number)
    if (!part) {
      part = loadPart(number).finally(() => pending.delete(number))
      pending.set(number, part)
    }
    return part
  }

  function loadPart(number: number): Promise<LearnFailure | undefined> {
    return readPart(`${base}${number}.json`, load, (part) => {
      add(part)
      trees.set(number, part.tree)
    })
  }

  function add({ routes }: Pick<ManifestPart, 'routes'>): void {
    for (const entry of routes) {
      const [place, route] = entry
      known.set(place, entry)
      manifest.routes[route.id] = route
    }
    matcher = undefined
  }
}

/** Fetches a part and passes it to `use`. */
async function readPart(
  url: string,
  load: RoutePartsOptions['load'],
  use: (part: ManifestPart) => void,
): Promise<LearnFailure | undefined> {
  let text: string | undefined
  try {
    const response = await load(url)
    text = response.ok ? await response.text() : ''
  } catch (cause) {
    const error = new Error(`Could not load ${url}: the network request failed`, { cause })
    return { type: 'error', error }
  }

  try {
    use(JSON.parse(text) as ManifestPart)
    return undefined
  } catch (cause) {
    // A deploy has removed the part. Some hosts send a page instead of a 404.
    return { type: 'missing', error: new Error(`Failed to load ${url}`, { cause }) }
  }
}
