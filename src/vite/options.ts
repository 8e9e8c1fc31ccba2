import { checkLimit } from '../internal/check-limit.ts'

/** Options for `framework()`. */
export interface FrameworkOptions {
  /**
   * The path under which the pages are served. (Vite's `base` is where assets are.)
   *
   * @default '/'
   */
  basename?: string
  /**
   * Whether `/about/` is another page than `/about`, the same page, or redirected to it. Give the router the same.
   *
   * @default 'strict'
   */
  trailingSlash?: 'strict' | 'ignore' | 'redirect'
  /**
   * Where `build/server` runs. `worker` imports nothing of Node and has a default export with a `fetch` method.
   *
   * @default 'node'
   */
  target?: 'node' | 'worker'
  /**
   * For how many days files of earlier builds stay in `build/client`, for pages that were opened before a deploy.
   *
   * @default 0
   */
  retainAssets?: number
}

/** The options with their defaults, checked. */
export type ResolvedOptions = Required<FrameworkOptions>

export function resolveOptions(options: FrameworkOptions): ResolvedOptions {
  const { basename = '/', trailingSlash = 'strict', target = 'node', retainAssets = 0 } = options

  if (basename !== '/' && !/^(?:\/[\w.~-]+)+$/.test(basename)) {
    throw new TypeError(
      `framework() takes a basename such as "/shop", with a slash before and none after, not ${JSON.stringify(basename)}`,
    )
  }
  if (!['strict', 'ignore', 'redirect'].includes(trailingSlash)) {
    throw new TypeError(
      `framework() takes trailingSlash "strict", "ignore" or "redirect", not ${JSON.stringify(trailingSlash)}`,
    )
  }
  if (target !== 'node' && target !== 'worker') {
    throw new TypeError(
      `framework() takes target "node" or "worker", not ${JSON.stringify(target)}`,
    )
  }
  checkLimit('retainAssets', retainAssets)

  return { basename, trailingSlash, target, retainAssets }
}
