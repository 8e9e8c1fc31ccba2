import { checkLimit, checkOptions, longestTimeout } from '../../internal/guards/check.ts'
import { isHttp } from '../../internal/http/http.ts'
import { assertTrailingSlash, defaultTrailingSlash } from '../../router/route-pattern/shared.ts'

/** Options for `framework()`. */
export interface FrameworkOptions {
  /**
   * The path prefix of all pages. (Vite's `base` is the prefix of assets.)
   *
   * @default '/'
   */
  basename?: string
  /**
   * How to handle `/about/` if the page is `/about`: `strict` does not match it, `ignore` shows the page, and `redirect`
   * redirects to `/about`. Use the same value for the router.
   *
   * @default 'strict'
   */
  trailingSlash?: 'strict' | 'ignore' | 'redirect'
  /**
   * The runtime of `build/server`. A build for `worker` imports no Node modules and has a default export with a `fetch`
   * method.
   *
   * @default 'node'
   */
  target?: 'node' | 'worker'
  /**
   * How many days the files of earlier builds stay in `build/client`, for pages that were opened before a deploy.
   *
   * @default 0
   */
  retainAssets?: number
  /**
   * Writes every page as files into `build/client`, which any host of files can serve. The app then has no server.
   *
   * @default false
   */
  static?: boolean | StaticOptions
  /**
   * Whether the dev server records the requests of the app, and shows them in a panel and to agents. A build does not
   * contain the panel.
   *
   * @default true
   */
  panel?: boolean
  /**
   * Whether a build leaves out the parts of React that the app does not use. A version of React that was not tested is always
   * kept as it is.
   *
   * @default true
   */
  leanReact?: boolean
  /**
   * Packages of Remix and React Router that are replaced with `framework`, even inside other packages: `['react-router']`.
   * Libraries that were written for them then run.
   *
   * @default []
   */
  standsFor?: readonly string[]
}

/** Options of a static export. */
export interface StaticOptions {
  /**
   * The file of the page `/books/dune`: `flat` writes `books/dune.html`, and `folder` writes `books/dune/index.html`. Hosts
   * add a slash to the URL of a folder, so `folder` needs `trailingSlash: 'ignore'`.
   *
   * @default 'flat'
   */
  files?: 'flat' | 'folder'
  /** The origin of the site, such as `https://docs.example.com`. If it is set, the export has a `sitemap.xml`. */
  origin?: string
  /**
   * The most milliseconds that one page may take to render. A `prerender` function may take ten times as long.
   *
   * @default 30000
   */
  timeout?: number
}

/** The checked options, with defaults. */
export interface ResolvedOptions extends Required<Omit<FrameworkOptions, 'static'>> {
  static: ResolvedStatic | false
}

/** The checked options of a static export, with defaults. */
export interface ResolvedStatic extends Required<Omit<StaticOptions, 'origin'>> {
  origin: string | undefined
}

export function resolveOptions(options: FrameworkOptions): ResolvedOptions {
  const {
    basename = '/',
    trailingSlash = defaultTrailingSlash,
    target = 'node',
    retainAssets = 0,
    panel = true,
    leanReact = true,
    standsFor = [],
  } = options

  if (basename !== '/' && !/^(?:\/[\w.~-]+)+$/.test(basename)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(basename)} as "basename". Use one such as "/shop", with a slash at the start and none at the end.`,
    )
  }
  assertTrailingSlash(trailingSlash)
  if (target !== 'node' && target !== 'worker') {
    throw new TypeError(`Cannot use ${JSON.stringify(target)} as "target". Use "node" or "worker".`)
  }
  checkLimit('retainAssets', retainAssets)
  for (const [name, value] of Object.entries({ panel, leanReact })) {
    if (typeof value === 'boolean') continue
    throw new TypeError(`Cannot use ${JSON.stringify(value)} as "${name}". Use true or false.`)
  }
  if (!Array.isArray(standsFor) || !standsFor.every((name) => peerName.test(String(name)))) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(standsFor)} as "standsFor". Use a list of packages of Remix and React Router, such as ["react-router"].`,
    )
  }
  const exported = resolveStatic(options.static)
  if (exported && target === 'worker') {
    throw new TypeError(
      'Cannot use "static" with target "worker": a static export has no server. Remove one of them.',
    )
  }
  if (exported && exported.files === 'folder' && trailingSlash !== 'ignore') {
    throw new TypeError(
      `Cannot write folders with trailingSlash ${JSON.stringify(trailingSlash)}: hosts add a slash to the URL of a folder. Set trailingSlash to "ignore".`,
    )
  }

  return {
    basename,
    trailingSlash,
    target,
    retainAssets,
    panel,
    leanReact,
    standsFor,
    static: exported,
  }
}

/** The packages of Remix and React Router. */
const peerName = /^(?:remix|react-router(?:-dom)?|@(?:remix-run|react-router)\/[\w-]+)$/

function resolveStatic(given: FrameworkOptions['static'] = false): ResolvedStatic | false {
  if (given === false) return false
  if (given !== true && (typeof given !== 'object' || given === null)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(given)} as "static". Use true, or an object such as { files: "folder" }.`,
    )
  }

  const options = given === true ? {} : given
  checkOptions('framework({ static })', options, 'files origin timeout')
  const { files = 'flat', origin, timeout = 30_000 } = options
  if (files !== 'flat' && files !== 'folder') {
    throw new TypeError(
      `Cannot use ${JSON.stringify(files)} as "static.files". Use "flat" or "folder".`,
    )
  }
  if (origin !== undefined && !isOrigin(origin)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(origin)} as "static.origin". Use one such as "https://docs.example.com", without a path.`,
    )
  }
  if (!(timeout > 0 && timeout <= longestTimeout)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(timeout)} as "static.timeout". Use a number of milliseconds above 0, up to ${longestTimeout}.`,
    )
  }

  return { files, origin, timeout }
}

function isOrigin(origin: unknown): boolean {
  const url = typeof origin === 'string' ? URL.parse(origin) : null
  return isHttp(url) && url.origin === origin
}
