import { CacheControl, Vary } from '../../http/headers/index.ts'
import {
  isPublicPolicy,
  isSameForEveryone,
  privatePolicy,
  sharedDirectives,
} from '../../http/response/shared.ts'
import { hasHeader } from '../../internal/exchange/known-body.ts'
import { editHeaders } from '../../http/response/index.ts'
import type { RefusalKind } from './refusals.ts'

/** How long a response may be used, in seconds from its creation. */
export interface Lifetime {
  /** How long it is fresh. */
  readonly fresh: number
  /** How much longer it may be sent while a new one is created. */
  readonly staleWhileRevalidate: number
  /** How much longer it may be sent if a new one cannot be created. */
  readonly staleIfError: number
}

/** The statuses that are stored. */
const storedStatuses: ReadonlySet<number> = new Set([200, 203, 301, 308, 404, 410])

/** Entries live at most 7 days. */
const longestLife: number = 7 * 24 * 60 * 60

/**
 * Decides by status and headers whether a response may be sent to every visitor.
 *
 * @param vary The names of the headers in the key, in lower case
 * @returns Its lifetime, or the reason why it is not stored
 */
export function readLifetime(
  { status, headers }: Response,
  vary: ReadonlySet<string>,
): Lifetime | string {
  if (!storedStatuses.has(status)) return `its status is ${status}`

  const policy = CacheControl.from(headers.get('Cache-Control'))
  for (const name of ['private', 'no-store', 'no-cache']) {
    if (policy.has(name)) return `its Cache-Control has ${name}`
  }
  for (const name of ['Set-Cookie', 'Content-Encoding']) {
    if (headers.has(name)) return `it has ${name}`
  }
  const unkeyed = Vary.from(headers.get('Vary')).names.find(
    (name) => name.toLowerCase() !== 'accept-encoding' && !vary.has(name.toLowerCase()),
  )
  if (unkeyed !== undefined) return `it varies by ${unkeyed}, which \`vary\` lacks`

  const fresh = policy.sMaxage ?? (policy.public ? policy.maxAge : undefined)
  if (fresh === undefined) return 'its Cache-Control has neither s-maxage nor public with max-age'

  // RFC 9111 §5.2.2.2: such a response must not be sent when it is stale.
  const mayBeStale = !policy.mustRevalidate && !policy.proxyRevalidate
  const lifetime = {
    fresh: Math.min(fresh, longestLife),
    staleWhileRevalidate: mayBeStale ? (policy.staleWhileRevalidate ?? 0) : 0,
    staleIfError: mayBeStale ? (policy.staleIfError ?? 0) : 0,
  }
  return lifeOf(lifetime) > 0 ? lifetime : 'its Cache-Control lets it live for 0 seconds'
}

/** Returns how long an entry can be used in any way, in seconds. */
export function lifeOf({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): number {
  return Math.min(fresh + Math.max(staleWhileRevalidate, staleIfError), longestLife)
}

/** Returns the `Cache-Control` that the client gets for a stored response. */
export function clientPolicy(value: string | null, forward: boolean): string {
  const policy = CacheControl.from(value)
  const isStated = policy.maxAge !== undefined
  if (!forward) {
    if (!isStated) return 'public, max-age=0, must-revalidate'
    // With `forward`, these directives stay for the next cache.
    for (const name of sharedDirectives) policy.delete(name)
    return String(policy)
  }
  if (!isStated) policy.maxAge = 0
  policy.public = true
  return String(policy)
}

/**
 * Returns the `Cache-Control` of a response that was created for one visitor, although its own `Cache-Control` allows
 * sending it to every visitor. Without this, the next shared cache could store it.
 *
 * @returns The value, or `null` if it can stay as it is
 */
export function visitorPolicy(value: string | null): string | null {
  return isPublicPolicy(value) ? privatePolicy(value) : null
}

/**
 * Prepares the response of `next()` for its visitor: without `Cache-Tag`. If it was created for one visitor, its
 * `Cache-Control` keeps it out of the next shared cache.
 *
 * @param kind Why the response is not a stored one. `uncached` means that no route of the cache matches
 */
export function finish(
  response: Response,
  kind: RefusalKind | 'uncached',
  forward: boolean,
): Response {
  const hasTags = hasHeader(response, 'cache-tag')
  const policy =
    kind === 'uncached' || !hasHeader(response, 'cache-control')
      ? null
      : policyFor(response.headers.get('Cache-Control'), kind, forward)
  if (!hasTags && policy === null) return response

  return editHeaders(response, (headers) => {
    headers.delete('Cache-Tag')
    if (policy !== null) headers.set('Cache-Control', policy)
  })
}

function policyFor(value: string | null, kind: RefusalKind, forward: boolean): string | null {
  // The app says that its response is the same for everyone, whatever the run has shown.
  if (isSameForEveryone(CacheControl.from(value))) return null
  const own = visitorPolicy(value)
  if (own === null || kind !== 'other') return own
  // A run has shown that the response has no visitor's data. It was not stored for another reason, such as its size.
  return forward ? null : clientPolicy(value, false)
}
