/** Throws for a value the option does not have: a misspelt `'strict'` must not serve more URLs than it says. */
export function assertTrailingSlash(value: unknown): void {
  if (value !== 'strict' && value !== 'ignore' && value !== 'redirect') {
    throw new TypeError(
      `Cannot use ${JSON.stringify(value)} as \`trailingSlash\`: use "strict", "ignore" or "redirect"`,
    )
  }
}

/** The same URL with the trailing slash of its path added or removed, or `undefined` for the root path. */
export function otherSpelling(href: string): string | undefined {
  const url = new URL(href)
  if (url.pathname === '/' || url.pathname === '//') return undefined
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  return url.href
}

/** A 308, so that a redirected `POST` stays a `POST`, to the path and query of `href`. */
export function redirectTo(href: string): Response {
  const { pathname, search } = new URL(href)
  // `//host/x` in a Location would leave the site
  const location = pathname.replace(/^\/+/, '/') + search
  return new Response(null, { status: 308, headers: { Location: location } })
}
