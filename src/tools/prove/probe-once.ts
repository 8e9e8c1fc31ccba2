import { SetCookie } from '../../http/headers/index.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { createKey, keyHeader } from '../../internal/forms/once-key.ts'
import { dataQuery } from '../../pages/page-protocol/shared.ts'
import type { Attack } from './attack.ts'
import type { Rule } from './check.ts'
import type { Plan } from './plan-app.ts'
import type { Planned } from './planned.ts'
import type { User } from './sign-in-users.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'

export const onceRule: Rule = {
  name: 'once',
  title:
    'A request that is repeated with its key must have one effect, and its value is for one user',
  advice:
    'Commit the transaction in which once() is called. Let `visitor` return who has signed in: the same for every repeat, and another one for every user.',
}

/** Repeats valid requests that use `once()` with their keys, also as another user. This changes data. */
export async function repeatOnce(
  prover: Prover,
  plans: readonly Plan[],
  [owner, other]: readonly User[],
): Promise<void> {
  if (!prover.options.writes) return
  for (const { target, plain } of plans) {
    // The action of a page handles all of its methods, so one of them says enough.
    if (isSafeMethod(target.method) || target.isBrief) continue
    for (const user of owner ? [owner, undefined] : [undefined]) {
      const key = createKey()
      const first = withKey(plain, key, user?.headers)
      const sent = await prover.send(first)
      // Otherwise the route does not use once(), or it refuses this input or this user.
      if (!hadEffect(sent)) continue

      const report = (says: string): void =>
        prover.report(onceRule, first, { says, cause: target.pattern }, first)
      const again = withKey(plain, key, withCookies(user?.headers ?? [], sent))
      if (hadEffect(await prover.send(again))) report('had its effect again, with the same key')
      if (user === undefined || other === undefined) break

      const theirs = await prover.send(withKey(plain, key, other.headers))
      if (theirs.status < 400 && !hadEffect(theirs)) {
        report(`gave its value to ${other.name}, who sent the key of ${user.name}`)
      }
      break
    }
  }
}

/** Whether the function of `once()` has run, and the app has responded. */
function hadEffect({ starts, status }: Sent): boolean {
  return status < 400 && starts.some(({ kind }) => kind === 'once')
}

/** Adds a key, as the client router sends it. */
function withKey(planned: Planned, key: string, headers: Attack['headers'] = []): Planned {
  const { target, attack } = planned
  const query = target.isPage ? [`${dataQuery(target.data[0] ?? [])};once=1`] : []
  const keyed = {
    ...attack,
    query: [...attack.query, ...query],
    headers: [...attack.headers, ...headers, [keyHeader, `"${key}"`] as const],
  }
  return { ...planned, what: 'with a key', attack: keyed }
}

/** The headers of a visitor after a response: a session in a cookie has its own record. */
function withCookies(headers: Attack['headers'], sent: Sent): Attack['headers'] {
  const cookies = new Map<string, string>()
  const before = headers.find(([name]) => name === 'Cookie')?.[1].split('; ') ?? []
  for (const line of [...before, ...sent.headers.getSetCookie()]) {
    const { name, value } = SetCookie.from(line)
    cookies.set(name, `${name}=${value}`)
  }
  const others = headers.filter(([name]) => name !== 'Cookie')
  return cookies.size === 0 ? others : [...others, ['Cookie', [...cookies.values()].join('; ')]]
}
