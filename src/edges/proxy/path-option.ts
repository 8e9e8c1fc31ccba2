import type { RequestContext } from '../../router/fetch-router/index.ts'
import { canonicalSegments } from '../../router/route-pattern/shared.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { isOwnPath } from '../../internal/http/http.ts'

/** How paths of this site become paths of the other server. */
export interface PathChange {
  /** Whether paths of the other server can become paths of this site. */
  readonly isReversible: boolean
  /** Converts a path of this site. */
  to(path: string, context: RequestContext): string
  /** Converts a path of the other server. Returns `null` if this site has none for it. */
  back(path: string): string | null
  /** Converts the `Path` of a cookie. A cookie for all of the other server is one for all that this site shows of it. */
  backForCookie(path: string): string | null
}

interface Prefixes {
  readonly from: string
  readonly to: string
}

type ChangePath = (path: string, context: RequestContext) => string

/** Checks the option `path`. */
export function readPathOption(option: Prefixes | ChangePath | undefined): PathChange | undefined {
  if (option === undefined) return undefined
  if (typeof option === 'function') return createFreeChange(option)

  const { from, to } = (option ?? {}) as { from?: unknown; to?: unknown }
  invariant(
    isFolder(from) && isFolder(to),
    `proxy() takes a function as path, or two paths with a slash at both ends, such as { from: '/api/', to: '/' }, not ${showValue(option)}`,
  )
  return createPrefixChange(from, to)
}

function createFreeChange(change: ChangePath): PathChange {
  return {
    isReversible: false,
    to(path, context) {
      const asked: unknown = change(path, context)
      invariant(
        isOwnPath(asked) && !/[?#]/.test(asked) && !hidesDots(asked),
        `\`path\` of proxy() must return a path that starts with one slash, and has no query and no dot segment, not ${showValue(asked)}`,
      )
      return asked
    },
    back: () => null,
    backForCookie: () => null,
  }
}

function createPrefixChange(from: string, to: string): PathChange {
  const prefix = from.split('/').slice(1, -1)

  return {
    isReversible: true,
    to(path) {
      const rest = restOf(path, prefix)
      invariant(
        rest !== null,
        `proxy() cannot pass on ${showValue(path)}: it is not below ${showValue(from)}. Use it for routes such as router.map('${from}*', …).`,
      )
      return rest === '' ? withoutSlash(to) : to + rest.slice(1)
    },
    back(path) {
      if (path.startsWith(to)) return from + path.slice(to.length)
      return path === withoutSlash(to) ? withoutSlash(from) : null
    },
    backForCookie(path) {
      const folder = path.endsWith('/') ? path : `${path}/`
      return to.startsWith(folder) ? withoutSlash(from) : this.back(path)
    },
  }
}

/**
 * Returns the part of a path behind its first segments, with the slash in front of it. Returns `null` if the path begins with
 * other segments. Upper case is ignored, because a router may ignore it.
 */
function restOf(path: string, prefix: readonly string[]): string | null {
  const segments = canonicalSegments(path)
  if (segments === null) return null
  const isSame = prefix.every((name, at) => segments[at]?.toLowerCase() === name.toLowerCase())
  if (!isSame) return null

  const rest = path.split('/').slice(prefix.length + 1)
  return rest.length === 0 ? '' : `/${rest.join('/')}`
}

function withoutSlash(folder: string): string {
  return folder === '/' ? '/' : folder.slice(0, -1)
}

/** Whether a value is a path with a slash at both ends, as `URL` writes it. */
function isFolder(value: unknown): value is string {
  return (
    isOwnPath(value) &&
    value.endsWith('/') &&
    !/[%?#]/.test(value) &&
    URL.parse(value, 'http://a')?.pathname === value
  )
}

/** A slash or a backslash that is encoded, also more than once. */
export const encodedSeparator: RegExp = /%(?:25)*(?:2f|5c)/i

/**
 * Whether a server that reads a path in another way could find the segment `.` or `..` in it: `..%2Fadmin`, `..%5cadmin`,
 * `..;/admin`, `%252e%252e/admin`. `URL` has removed those that it finds itself.
 */
export function hidesDots(path: string): boolean {
  let plain = path
  for (let times = 0; times < mostDecodings && plain.includes('%'); times++) {
    plain = plain.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
  }
  return /(?:^|[/\\])\.\.?(?:$|[/\\;\0-\x20])/.test(plain)
}

/** Servers behind servers may each decode a path. */
const mostDecodings = 4
