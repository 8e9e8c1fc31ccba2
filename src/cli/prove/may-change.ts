import { decodePathname } from '../../internal/canonical-path.ts'
import { urlOf, type Attack } from './attack.ts'
import { reachable } from './reachable.ts'
import { readSent } from './read-sent.ts'
import type { Target } from './target.ts'

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
  for (const other of ['PUT', 'PATCH', 'DELETE']) if (text.includes(other)) methods.add(other)
  return methods
}
