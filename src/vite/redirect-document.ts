import { escapeHtml } from '../internal/escape-html.ts'
import { isHttp, isRedirectStatus } from '../internal/http.ts'
import type { AppResponse } from './open-app.ts'

/**
 * Returns the target of a redirect: a path if it is on the same site, or else a URL. `undefined` if the response is not a
 * redirect.
 *
 * @param from The URL of the request
 * @throws {Error} If the target is not http or https. The message begins with the reason
 */
export function resolveTarget(
  { status, location }: Pick<AppResponse, 'status' | 'location'>,
  from: string,
): string | undefined {
  if (!isRedirectStatus(status) || location === null) return undefined

  const url = URL.parse(location, from)
  if (!isHttp(url)) {
    throw new Error(`it redirects to ${JSON.stringify(location)}, which is not http or https`)
  }
  if (url.origin !== new URL(from).origin) return url.href

  // Two slashes at the start would be another site.
  const path = url.pathname.startsWith('//') ? `/.${url.pathname}` : url.pathname
  return path + url.search + url.hash
}

/**
 * Returns the HTML of a page that redirects without a server.
 *
 * @param target A path or a URL
 * @param origin The origin of the site, for the canonical link
 */
export function redirectDocument(target: string, origin: string | undefined): string {
  const href = escapeHtml(target)
  const canonical = escapeHtml(target.startsWith('/') ? `${origin ?? ''}${target}` : target)
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Redirect</title>',
    `<meta http-equiv="refresh" content="0; url=${href}">`,
    `<link rel="canonical" href="${canonical}">`,
    '</head>',
    `<body><p>This page has moved to <a href="${href}">${href}</a>.</p></body>`,
    '</html>',
    '',
  ].join('\n')
}
