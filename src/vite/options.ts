import { checkLimit } from '../internal/check-limit.ts'

/** Options for `framework()`. */
export interface FrameworkOptions {
  /**
   * The path prefix of all pages. (Vite's `base` is the prefix of assets.)
   *
   * @default '/'
   */
  basename?: string
  /**
   * What happens to `/about/` if the page is `/about`: `strict` does not match it, `ignore` shows the page, and
   * `redirect` redirects to `/about`. Use the same value for the router.
   *
   * @default 'strict'
   */
  trailingSlash?: 'strict' | 'ignore' | 'redirect'
  /**
   * Where `build/server` runs. `worker` imports no Node modules and has a default export with a `fetch` method.
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
}

/** The checked options, with defaults. */
export type ResolvedOptions = Required<FrameworkOptions>

export function resolveOptions(options: FrameworkOptions): ResolvedOptions {
  const { basename = '/', trailingSlash = 'strict', target = 'node', retainAssets = 0 } = options

  if (basename !== '/' && !/^(?:\/[\w.~-]+)+$/.test(basename)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(basename)} as "basename". Use one such as "/shop", with a slash at the start and none at the end.`,
    )
  }
  if (!['strict', 'ignore', 'redirect'].includes(trailingSlash)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(trailingSlash)} as "trailingSlash". Use "strict", "ignore" or "redirect".`,
    )
  }
  if (target !== 'node' && target !== 'worker') {
    throw new TypeError(`Cannot use ${JSON.stringify(target)} as "target". Use "node" or "worker".`)
  }
  checkLimit('retainAssets', retainAssets)

  return { basename, trailingSlash, target, retainAssets }
}
