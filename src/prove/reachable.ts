import { decodePathname } from '../internal/canonical-path.ts'
import { actionMethods } from '../internal/http.ts'
import { compare, descending } from '../route-pattern/index.ts'
import { urlOf, type Attack } from './attack.ts'
import { readSent } from './read-sent.ts'
import type { Target } from './targets.ts'

/** A route, and the params with which it is reached. */
export interface Reachable {
  readonly target: Target
  readonly params: Readonly<Record<string, string | undefined>>
}

/**
 * The routes that a URL can reach: the best match, or all that match another spelling of it. One router may call another,
 * and a router comes before the pages, so the best match of each counts.
 */
export function reachable(targets: readonly Target[], url: string): Reachable[] {
  const owners = Map.groupBy(targets, ({ owner }) => owner)
  const exact = [...owners.values()].flatMap((own) => bestMatches(own, url))
  if (exact.length > 0) return exact

  const plain = new URL(url)
  const segments = decodeLoosely(plain.pathname).split('/').filter(Boolean)
  plain.pathname = `/${segments.join('/')}`
  return [url, plain.href].flatMap((spelled) =>
    targets.flatMap((target) => {
      const match = target.looseMatcher.match(spelled)
      return match === null ? [] : [{ target, params: match.params }]
    }),
  )
}

function bestMatches(targets: readonly Target[], url: string): Reachable[] {
  const matches = targets.flatMap((target) => {
    const match = target.matcher.match(url)
    return match === null ? [] : [{ target, match }]
  })
  const [best] = matches.toSorted((a, b) => descending(a.match, b.match))
  return matches
    .filter(({ match }) => compare(match, best!.match) === 0)
    .map(({ target, match }) => ({ target, params: match.params }))
}

function decodeLoosely(text: string): string {
  return text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Whether a request could change data: a route that it reaches would accept it with a method that is not safe. */
export async function mayChange(attack: Attack, targets: readonly Target[]): Promise<boolean> {
  const url = urlOf(attack)
  // No route matches a path that cannot be decoded.
  if (url === null || decodePathname(new URL(url).pathname) === null) return false

  for (const method of methodsOf(attack)) {
    const unsafe = targets.filter(
      (target) =>
        target.method === method || (target.route.startsWith('ANY ') && target.method !== 'GET'),
    )
    for (const { target, params } of reachable(unsafe, url)) {
      if (target.contract === undefined) return true
      const reading = await readSent(target.contract, attack, params, target.isPage)
      if (reading === 'accepted') return true
    }
  }
  return false
}

/** The methods that this request may run with: its own, and those that `_method` in its body can ask for. */
function methodsOf({ method, body }: Attack): Set<string> {
  const methods = new Set([method])
  if (method !== 'POST' || body === undefined) return methods
  const text = JSON.stringify(body)
  for (const other of actionMethods) if (text.includes(other)) methods.add(other)
  return methods
}
