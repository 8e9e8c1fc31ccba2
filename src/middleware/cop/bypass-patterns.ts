import { createMultiMatcher, RoutePattern } from '../../router/route-pattern/index.ts'
import { isRequestMethod, type RequestMethod } from '../../router/routes/index.ts'

/** Whether a bypass pattern exempts a request. */
type IsBypassed = (method: string, url: URL) => boolean

/**
 * Converts bypass patterns (`[METHOD ]/path`, `{name}`, `{name...}`, `{$}`, a trailing `/` for a subtree) to route
 * patterns, so that a path means the same here and in the router.
 *
 * @throws {Error} If a pattern is invalid
 */
export function readBypassPatterns(sources: readonly string[]): IsBypassed {
  if (sources.length === 0) return () => false

  const matcher = createMultiMatcher<RequestMethod | 'ANY'>()
  for (const source of sources) {
    const { method, path } = splitMethod(source)
    matcher.add(RoutePattern.parse(toRoutePattern(path, source)), method)
  }
  return (method, url) =>
    matcher.matchAll(url).some((match) => match.data === 'ANY' || match.data === method)
}

function splitMethod(source: string): { method: RequestMethod | 'ANY'; path: string } {
  const text = source.trim()
  if (text === '')
    throw patternError(source, 'it is empty. Write a path such as "/webhooks/{provider}"')

  const parts = /^([A-Z]+) +(.*)$/.exec(text)
  if (parts === null) return { method: 'ANY', path: text }

  const [, method, path = ''] = parts
  if (!isRequestMethod(method))
    throw patternError(
      source,
      `invalid method ${JSON.stringify(method)}. Use one such as POST, or leave it out`,
    )
  return { method, path }
}

function toRoutePattern(path: string, source: string): string {
  if (!path.startsWith('/')) throw patternError(source, 'path must start with /')
  if (/[?#]/.test(path))
    throw patternError(
      source,
      'it has a query or fragment, but only the path is matched. Remove it',
    )

  const segments = path.slice(1).split('/')
  const last = segments.length - 1
  refuseOtherGrammars(segments, path, source)
  const names = new Set<string>()

  const tokens = segments.map((segment, index) => {
    if (segment === '') {
      if (index !== last)
        throw patternError(source, 'it has an empty segment. Write one slash between segments')
      return '*' // A trailing slash means the whole subtree.
    }
    if (!/[{}]/.test(segment)) return escapeLiteral(segment, source)

    if (segment === '{$}') {
      if (index !== last) throw patternError(source, '{$} must come last')
      return ''
    }
    const wildcard = /^\{([A-Za-z_][A-Za-z0-9_]*)(\.\.\.)?\}$/.exec(segment)
    if (wildcard === null) {
      throw patternError(
        source,
        `${JSON.stringify(segment)} is not a wildcard: use {name} or {name...} as a whole segment`,
      )
    }
    const [, name = '', isTail] = wildcard
    if (names.has(name))
      throw patternError(source, `it has {${name}} twice. Give each wildcard its own name`)
    names.add(name)
    if (isTail === undefined) return `:${name}`
    if (index !== last) throw patternError(source, `{${name}...} must come last`)
    return `*${name}`
  })
  return `/${tokens.join('/')}`
}

/** Wildcards of other grammars, such as the router's, and their spelling here. */
const otherWildcards: readonly [pattern: RegExp, here: string][] = [
  [/^:([A-Za-z_]\w*)$/, '{$1}'],
  [/^\[([A-Za-z_]\w*)\]$/, '{$1}'],
  [/^<([A-Za-z_]\w*)>$/, '{$1}'],
  [/^\*\*?$/, ''],
  [/^\*([A-Za-z_]\w*)$/, '{$1...}'],
  [/^\[\.\.\.([A-Za-z_]\w*)\]$/, '{$1...}'],
]

/** Refuses wildcards of other grammars. They would be literals here, so the bypass would never apply. */
function refuseOtherGrammars(segments: readonly string[], path: string, source: string): void {
  const other = segments.find((segment) => /^[:<[]|[*()]/.test(segment))
  if (other === undefined) return

  const written = `/${segments.map(toOwnGrammar).join('/')}`
  const isReadable = !/\/\/|[*()]|\/[:<[]/.test(written)
  const spelling = source.trim().slice(0, -path.length) + written
  throw patternError(
    source,
    `${JSON.stringify(other)} is not a wildcard here. ${
      isReadable
        ? `Write ${JSON.stringify(spelling)}`
        : 'Use {name} or {name...} as a whole segment'
    }, or percent-encode the character if it is meant as text`,
  )
}

function toOwnGrammar(segment: string): string {
  for (const [pattern, here] of otherWildcards) {
    if (pattern.test(segment)) return segment.replace(pattern, here)
  }
  return segment
}

function escapeLiteral(segment: string, source: string): string {
  if (!isDecodable(segment)) {
    throw patternError(
      source,
      `${JSON.stringify(segment)} has a malformed escape. Write "%25" for a percent sign`,
    )
  }
  return segment.replace(/[\\:*()]/g, '\\$&')
}

function isDecodable(segment: string): boolean {
  try {
    // Bundlers think that this call has no side effects, and drop it if its result is not used.
    return typeof decodeURIComponent(segment) === 'string'
  } catch {
    return false
  }
}

function patternError(source: string, why: string): Error {
  return new Error(`Cannot read bypass pattern ${JSON.stringify(source)}: ${why}`)
}
