import { isSafeRedirect, redirect } from '../../http/response/index.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import type { AuthFailure } from './auth-state.ts'

/**
 * What does not come back after the login. The secrets of a mailed link, or of a login with a provider, must not be in another
 * URL, and `index` is not part of the address of a page.
 */
const leftOut = ['index', 'token', 'code', 'state']

/** The maximum length of `next`. A longer query is left out, because servers refuse URLs that are too long. */
const maxNext = 2_000

/**
 * Creates the response for a visitor who has to log in: a redirect to the login page, which knows the way back.
 *
 * @param login The path of the login page
 * @param next Where to go after the login. By default, the path and the query of the request
 * @throws {TypeError} If one of them is not a path on this site
 */
export function createLoginRedirect(
  login: string,
  next: string | undefined,
): (context: RequestContext, auth: AuthFailure) => Response {
  checkPath('login', login)
  if (next !== undefined) checkPath('next', next)

  return function askToLogIn({ url }, { error }) {
    if (withoutSlash(url.pathname) === withoutSlash(login)) {
      throw new Error(
        `requireAuth() cannot send a visitor from ${url.pathname} to ${login}: the login page has this guard itself. Take the page out of the layout or the routes with the guard.`,
      )
    }
    const query = new URLSearchParams({ next: next ?? addressOf(url) })
    if (error?.code === 'login_too_old') query.set('again', 'yes')
    return redirect(`${login}?${query}`, 303)
  }
}

function checkPath(name: string, path: unknown): void {
  const isPage = name === 'login' && /[?#]/.test(String(path))
  invariant(
    typeof path === 'string' && isSafeRedirect(path) && !isPage,
    `requireAuth() got ${showValue(path)} as \`${name}\`. Use the path of a page, such as ${name === 'login' ? "'/login'" : "'/account'"}`,
  )
}

/** The path and the query of the page that the visitor wanted. */
function addressOf({ pathname, search, searchParams }: URL): string {
  const isChanged = leftOut.some((name) => searchParams.has(name))
  const kept = [...searchParams].filter(([name]) => !leftOut.includes(name))
  // The entries of other queries stay as they were written.
  const query = isChanged && kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  const address = pathname + (isChanged ? query : search)
  return address.length > maxNext ? pathname : address
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}
