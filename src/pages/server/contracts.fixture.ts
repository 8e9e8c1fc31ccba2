import { useCatch } from '../compat/index.ts'

/** A boundary that shows the status it caught. */
export function CatchView(): string {
  return `caught ${useCatch()?.status}`
}

/** The cookies that a response sets, as the next request sends them. */
export function cookieOfResponse(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
