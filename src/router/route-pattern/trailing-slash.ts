/**
 * How to handle a URL that would match with a trailing slash added or removed: `strict` does not match it, `ignore` serves
 * it, and `redirect` redirects to the other spelling.
 *
 * A router applies this in `router/fetch-router/dispatch.ts`, and pages do in `pages/page-protocol/match-pages.ts`.
 */
export type TrailingSlash = 'strict' | 'ignore' | 'redirect'

/**
 * The default of `createRouter()`, `framework()` and `renderRoute()`. The options and READMEs of the first two, and `routing.md`,
 * `from-express-or-hono.md` and `from-react-router.md` in docs/ name it too.
 */
export const defaultTrailingSlash: TrailingSlash = 'strict'

/** Throws for an unknown value, so that a misspelled `'strict'` does not serve more URLs. */
export function assertTrailingSlash(value: unknown): void {
  if (value !== 'strict' && value !== 'ignore' && value !== 'redirect') {
    throw new TypeError(
      `Cannot use ${JSON.stringify(value)} as \`trailingSlash\`. Use "strict", "ignore" or "redirect".`,
    )
  }
}

/** Returns the same pathname with the slash at its end added or removed. The root path has only one spelling. */
export function otherSpelling(pathname: string): string {
  if (pathname === '/' || pathname === '//') return pathname
  return pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
}

/**
 * Returns the same URL with the slash at the end of its path added or removed. Returns `undefined` if it has only one
 * spelling.
 */
export function otherHref(href: string): string | undefined {
  const url = new URL(href)
  const other = otherSpelling(url.pathname)
  if (other === url.pathname) return undefined
  url.pathname = other
  return url.href
}

/** Returns the spellings of a pathname that can lead to the same page. */
export function spellingsOf(pathname: string, trailingSlash: TrailingSlash): string[] {
  return trailingSlash === 'strict' ? [pathname] : [pathname, otherSpelling(pathname)]
}
