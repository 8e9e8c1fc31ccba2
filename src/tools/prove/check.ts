import { isSafeMethod } from '../../internal/http/http.ts'
import { urlOf } from './attack.ts'
import type { Planned } from './planned.ts'
import type { Sent } from './sender.ts'
import type { Targets } from './targets.ts'

/** One thing that must hold, as the report prints it. */
export interface Rule {
  /** A word for the start of a line: `cookie`. */
  readonly name: string
  /** What must hold, as a sentence without its full stop. */
  readonly title: string
  /** What to do if it does not hold. */
  readonly advice: string
}

/** A rule that one request and its response can break. */
export interface Check extends Rule {
  /**
   * How many faults of one route are reported.
   *
   * @default 1
   */
  readonly limit?: number
  /** Returns `undefined` if the rule holds. */
  judge(exchange: Exchange): Finding | undefined | Promise<Finding | undefined>
}

/** A mistake in a response. */
export interface Finding {
  /** What happened, as the end of a sentence about the request: `got a 500`. */
  readonly says: string
  /** Findings with the same cause are one fault, at whatever route they are. */
  readonly cause?: string | undefined
  /** Whether it depends on time. Then it must happen again. */
  readonly isTimed?: boolean
}

/** A request, its response, and what is known about the route. */
export interface Exchange {
  readonly planned: Planned
  readonly sent: Sent
  /** The plain request of a visitor who has not signed in, and what happened to it. */
  readonly baseline: { readonly planned: Planned; readonly sent: Sent } | undefined
  readonly contracts: Targets['contracts']
}

/**
 * Whether the visitor was turned away: 401, 403, 429, or a redirect to another path.
 *
 * The redirect of a mutation counts only if it did not reach its route: an action redirects after it has saved something,
 * and the loader of a page may redirect when a form is refused.
 */
export function isRefused(
  { target, attack }: Planned,
  { status, location, starts }: Sent,
): boolean {
  if (status === 401 || status === 403 || status === 429) return true
  if (location === undefined || location === new URL(urlOf(attack)!).pathname) return false
  return isSafeMethod(target.method) || !starts.some(({ route }) => route === target.route)
}

/** How a visitor was refused, in words. */
export function refusalOf({ status, location }: Sent): string {
  return location === undefined ? `a ${status}` : `a redirect to ${location || 'another page'}`
}

/** A handler, in words. */
export function nameOf({ kind, route }: Sent['starts'][number]): string {
  return kind === 'route' ? 'the handler' : `the ${kind} of app/${route}`
}

/**
 * The addresses of this site in attributes of a page, such as `href`: paths with their queries.
 *
 * @param base The URL of the page
 */
export function addressesIn({ text }: Sent, attributes: string, base: string): string[] {
  const { origin } = new URL(base)
  const found = text.matchAll(
    new RegExp(String.raw`\b(?:${attributes})=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))`, 'g'),
  )
  return Array.from(found).flatMap(([, ...values]) => {
    const value = values.find((one) => one !== undefined) ?? ''
    const url = value.startsWith('#') ? null : URL.parse(value.replaceAll('&amp;', '&'), base)
    return url?.origin === origin ? [url.pathname + url.search] : []
  })
}

/** Whether a response is read as a document by browsers. */
export function isDocument({ headers }: Sent): boolean {
  return /\b(?:html|svg\+xml)\b/i.test(headers.get('Content-Type') ?? '')
}
