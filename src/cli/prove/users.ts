import type { FetchHandlerSource } from '../../fetch-router/index.ts'
import { createTestApp, type ProveUsers } from '../../testing/index.ts'
import type { Attack } from './attack.ts'

/** A user of the app, and the headers that say so. */
export interface User {
  readonly name: string
  readonly headers: Attack['headers']
}

/**
 * Signs the users in, each with the cookies of a separate visitor.
 *
 * @throws {Error} If a user cannot be signed in
 */
export async function signInUsers(
  source: FetchHandlerSource,
  users: ProveUsers | undefined,
): Promise<User[]> {
  const app = await createTestApp(source as never, { errors: 'respond' })
  const signedIn: User[] = []
  for (const [name, signIn] of Object.entries(users ?? {})) {
    const visitor = app.visitor()
    let given: HeadersInit | void
    try {
      given = await signIn(visitor)
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot sign in the user "${name}": ${message}`, { cause })
    }
    const cookies = visitor.cookies.map((cookie) => `${cookie.name}=${cookie.value}`)
    const headers = [...new Headers(given ?? {})]
    if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
    if (headers.length === 0) {
      throw new Error(
        `Cannot use the user "${name}": no cookie was set. Sign in with the visitor, or return headers such as { Authorization }.`,
      )
    }
    signedIn.push({ name, headers })
  }
  return signedIn
}
