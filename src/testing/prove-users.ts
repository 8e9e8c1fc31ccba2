import type { Visitor } from './visitor.ts'

/**
 * Users of the app for `framework prove --users <file>`, by name. Each function signs its user in: with the visitor, whose
 * cookies are used, or by returning headers such as `Authorization`.
 *
 * Give two users of the same rank, so that neither may see what belongs to the other.
 *
 * @example
 * export default {
 *   async ada(visitor) {
 *     const login = await visitor.visit('/login')
 *     await login.submit({ Email: 'ada@example.com', Password: 'secret' })
 *   },
 *   bob: () => ({ Authorization: 'Bearer token-of-bob' }),
 * } satisfies ProveUsers
 */
export interface ProveUsers {
  readonly [name: string]: (visitor: Visitor) => void | HeadersInit | Promise<void | HeadersInit>
}
