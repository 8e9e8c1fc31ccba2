import { hasHeader } from './exchange/has-header.ts'

/** Whether a response sets a cookie. */
export function setsCookie(response: Response): boolean {
  return hasHeader(response, 'set-cookie')
}
