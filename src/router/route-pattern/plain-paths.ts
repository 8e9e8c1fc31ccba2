import { decodePathname, restoreSlashes } from './canonical-path.ts'
import type { MatchParams } from './match.ts'
import type { PathMatcher, PathRoute } from './path-matcher.ts'
import type { Tokens } from './tokens.ts'
import { encodeSegments, encodeText, type Values } from './encode-path.ts'

/**
 * Whether {@link createPlainMatcher} can match a path: it has only texts, variables that end with their segment, and
 * perhaps a splat.
 */
export function isPlainPath(path: Tokens): boolean {
  return path.every((token, i) => {
    const next = path[i + 1]
    if (token === '$') return next === undefined
    if (token[0] !== ':') return token[0] === '='
    return next === undefined || next === '$' || next.startsWith('=/')
  })
}

/**
 * Creates a matcher with the same results as `createPathMatcher`, for plain paths only. It is a fraction of its size.
 *
 * Two plain paths that match the same pathname differ first at a place where one has text and the other a capture, or one a
 * variable and the other a splat. So after sorting, the most specific path comes first, for every pathname.
 */
export function createPlainMatcher<Data>(routes: Iterable<PathRoute<Data>>): PathMatcher<Data> {
  const candidates = Array.from(routes, ({ path, data }) => ({
    data,
    key: path.map((token) => kindOf(token, token.slice(1), '\uFFFE', '\uFFFF')).join(''),
    names: path.filter((token) => token[0] !== '=').map((token) => token.slice(1) || '*'),
    regexp: new RegExp(
      `^${path.map((token) => kindOf(token, escapeText(token.slice(1)), '([^/]+)', '(?:/(.*))?')).join('')}$`,
      's',
    ),
  })).sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))

  return {
    write: writePlainPath,
    match(pathname) {
      const text = decodePathname(pathname)
      if (text === null) return null

      for (const { data, names, regexp } of candidates) {
        const found = regexp.exec(text)
        if (!found) continue
        const params: MatchParams = Object.create(null)
        names.forEach((name, i) => {
          const value = found[i + 1] ?? ''
          // Without an escape in the pathname, a mark would be a character of the pathname itself.
          params[name] = text === pathname ? value : restoreSlashes(value)
        })
        return { data, params }
      }
      return null
    },
  }
}

function writePlainPath(path: Tokens, params: Values): string {
  return path
    .map((token) => {
      const value = String(params[token.slice(1) || '*'] ?? '')
      return kindOf(
        token,
        encodeText(token.slice(1)),
        encodeSegments([value]),
        value || path.length === 1 ? `/${encodeSegments(value.split('/'))}` : '',
      )
    })
    .join('')
}

/** Returns one of three values: for a text, for a variable or for a splat. */
function kindOf<Value>(token: string, text: Value, variable: Value, splat: Value): Value {
  return token[0] === '=' ? text : token[0] === ':' ? variable : splat
}

function escapeText(text: string): string {
  return text.replace(/[^\w/]/g, '\\$&')
}
