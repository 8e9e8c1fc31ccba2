import { watchRun } from '../../internal/exchange/anonymous-run.ts'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { cop, type CopOptions } from '../../middleware/cop/index.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { checkFunctions, checkLimit, invariant, showValue } from '../../internal/guards/check.ts'
import { isPages } from '../../internal/process/global-keys.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { createPageMatcher, matchRoot, type PageMatch } from '../page-protocol/match-pages.ts'
import { createPathTree } from '../../router/route-pattern/shared.ts'
import { hasOnce, withoutPrototype, type ServerBuild } from './build.ts'
import { readPageContract } from './page-input.ts'
import type { PagesApp } from './page-request.ts'
import { respondWithPage } from './respond-with-page.ts'
import { createTagDigests, readTagSecrets } from './judge-loaders.ts'
import { createVisitorDigest } from './visitor-digest.ts'

/** Options of {@link createPages}. Most are options of `cop()`, because pages do the same check. */
export interface PagesOptions extends CopOptions {
  /**
   * The key for the digests that browsers get: of the tags that loaders read, and of the `visitor`. At least 16 bytes.
   * Several processes that serve one app need the same key. To rotate it, give a list with the new one first: browsers that
   * know the visitor by the old one go on.
   *
   * @default for tags, a random one for each process; the digest of the visitor has none, so a short id can be guessed from it
   */
  readonly tagSecret?: string | readonly string[]
  /**
   * How many streams of live pages one process may have. Pages that get no stream poll every 30 s instead.
   *
   * @default 10_000
   */
  readonly maxStreams?: number
  /**
   * How many of these streams one client may have. A client is an IPv4 address, or the first 64 bits of an IPv6 address. If
   * the address may be the one of a proxy, it is the id of the session. Without a session, the client is not limited.
   *
   * @default 100
   */
  readonly maxStreamsPerClient?: number
  /**
   * Which pages come with the response of the form before them, which saves a request. `'same-path'`: pages with the path
   * of the action. `'any-path'`: every page. It says that nothing in front of the app guards by path, and that no cookie
   * of the app has another `Path` than `/`.
   *
   * @default 'same-path'
   */
  readonly oneTrip?: 'same-path' | 'any-path' | false
  /**
   * Says who is signed in, on every page: an id of the user, or `''` for a guest. With it, forms keep what was typed, and
   * never show it to anyone else. Nor does anyone else get the result of a submission with `once()`. For that, the id of the
   * session counts as well. Without both, a cookie tells browsers apart.
   *
   * @default none: forms keep no drafts
   */
  readonly visitor?: (context: RequestContext<any, any>) => string
}

/** The pages of an app, as the last route of the front router: `router.map('/*', pages)`. */
export interface Pages {
  (context: RequestContext<any, any>): Promise<Response>
  /**
   * Returns the same pages with other options.
   *
   * @example
   * router.map('/*', pages.with({ trustedOrigins: ['https://admin.example.com'] }))
   */
  with(options: PagesOptions): Pages
}

/**
 * Creates a request handler for the route modules of a build.
 *
 * Every unsafe request is checked as `cop()` does it, before any code of the page runs. Data requests only work with
 * `createHandler()`.
 *
 * @param build The build
 * @param options Options for the check of the origin, and the secret for tags
 * @returns A handler for `router.map('/*', …)`
 *
 * @example
 * const router = createRouter({ middleware: [logger()] })
 * router.map('/*', createPages(build))
 */
export function createPages(build: ServerBuild, options: PagesOptions = {}): Pages {
  proof?.builds.push(build)
  const app = createPagesApp(build)
  checkContracts(app)

  const createWith = (given: PagesOptions): Pages => {
    const {
      tagSecret,
      maxStreams = 10_000,
      maxStreamsPerClient = 100,
      oneTrip = 'same-path',
      visitor,
      host = (context) => context.url.host,
      ...options
    } = given
    const guard = cop({ ...options, host })
    checkLimit('maxStreams', maxStreams)
    checkLimit('maxStreamsPerClient', maxStreamsPerClient)
    checkFunctions('pages.with()', { visitor })
    invariant(
      oneTrip === 'same-path' || oneTrip === 'any-path' || oneTrip === false,
      `Cannot use ${showValue(oneTrip)} as \`oneTrip\`: use 'same-path', 'any-path' or false`,
    )
    // A page that the build stores has no digests, because the server would not know their secret.
    const isStored = build.isStatic || build.onPrerender !== undefined
    const secrets = readTagSecrets(tagSecret)
    const digestTags = isStored ? async () => undefined : createTagDigests(secrets[0])
    const digestVisitor = createVisitorDigest(secrets)
    const streams = { most: maxStreams, perClient: maxStreamsPerClient }
    const settings = { digestTags, digestVisitor, host, streams, oneTrip, visitor }
    const pages = async (context: RequestContext): Promise<Response> => {
      const internals = internalsOf(context)
      return watchRun(internals.run, () =>
        guard(context, async () => respondWithPage(app, internals, settings)),
      )
    }
    const start = (announced: { bus: Bus | undefined }): void => {
      if (!app.hasLive) return
      const { isShared } = (announced.bus ??= createMemoryBus())
      invariant(
        !isShared || tagSecret !== undefined,
        'Cannot serve live pages from several processes without a `tagSecret`: create one with `openssl rand -hex 32`, and pass it to pages.with({ tagSecret }). See framework/docs/deployment.md#several-machines.',
      )
    }

    return Object.assign(pages as Pages, { with: createWith, [isPages]: start })
  }

  return createWith(options)
}

function createPagesApp(build: ServerBuild): PagesApp {
  let root: PageMatch[] | undefined
  return {
    build: withoutPrototype(build),
    match: createPageMatcher(build.manifest, (routes) => createPathTree(routes)),
    matchRoot: () => (root ??= matchRoot(build.manifest)),
    modules: new Map(),
    contracts: new Map(),
    branches: new Map(),
    suspending: new Set(),
    hasLive: !build.isStatic && Object.values(build.manifest.routes).some(({ live }) => live),
    hasOnce: hasOnce(build),
  }
}

/** Reports a mistake in a contract at the start, except in modules that are loaded on first use. */
function checkContracts(app: PagesApp): void {
  const { contracts = {}, dev, routes } = app.build
  for (const [id, contract] of Object.entries(contracts)) {
    invariant(
      contract !== undefined,
      `Cannot find the contract of route "${id}" in the page tree of app/routes.ts. It must be the same tree in the build and on the server.`,
    )
  }
  for (const [id, module] of dev ? [] : Object.entries(routes)) {
    if (typeof module !== 'function') readPageContract(app, id, module)
  }
}
