import type { RequestContext } from '../../router/fetch-router/index.ts'
import { timingSafeEqual } from '../../internal/guards/timing-safe-equal.ts'
import { toHex } from '../../internal/text/encoding.ts'
import { Session } from '../../state/session/index.ts'

/** The default name of the token in the session. */
export const TOKEN_KEY = '_csrf'

const TOKEN_SIZE = 32

/**
 * Returns the token that a form must send back, in a hidden field `_csrf` or a header `X-Csrf-Token`.
 *
 * The first call creates a token and stores it in the session, so pages without a form set no cookie. The returned token
 * is masked and different each time, so that compressing the page does not reveal it.
 *
 * @param context The context of a request, after `session()` has run
 * @param tokenKey The name of the token in the session, if you have passed `tokenKey` to `csrf()`
 * @throws {Error} If there is no session, or if it was already committed and has no token
 *
 * @example
 * html`<input type="hidden" name="_csrf" value="${getCsrfToken(context)}">`
 */
export function getCsrfToken(
  context: Pick<RequestContext, 'get'>,
  tokenKey: string = TOKEN_KEY,
): string {
  const session = context.get(Session)
  if (!session) {
    throw new Error('getCsrfToken() requires session() middleware to run before it')
  }

  // An attacker who plants a session before a login also knows its token. So the token must become invalid at the login.
  session.bindToId(tokenKey)
  let token = readToken(session, tokenKey)
  if (token === undefined) {
    token = toHex(crypto.getRandomValues(new Uint8Array(TOKEN_SIZE)))
    session.set(tokenKey, token)
  }
  return mask(token)
}

/** Whether a client has sent the token of the session, masked or not. */
export function isToken(session: Session, tokenKey: string, sent: string): boolean {
  const token = readToken(session, tokenKey)
  return token !== undefined && timingSafeEqual(unmask(sent), token)
}

function readToken(session: Session, tokenKey: string): string | undefined {
  // `get()` would remove a flash value with this name.
  const token = session.data[tokenKey]
  return typeof token === 'string' && isHex(token, TOKEN_SIZE) ? token : undefined
}

/** Returns random bytes, followed by the bytes of the token combined with them. */
function mask(token: string): string {
  const pad = crypto.getRandomValues(new Uint8Array(TOKEN_SIZE))
  return toHex(pad) + toHex(combine(pad, fromHex(token)))
}

/** Unmasks a token. Returns any other string unchanged. */
function unmask(sent: string): string {
  if (!isHex(sent, 2 * TOKEN_SIZE)) return sent
  const bytes = fromHex(sent)
  return toHex(combine(bytes.subarray(0, TOKEN_SIZE), bytes.subarray(TOKEN_SIZE)))
}

function combine(left: Uint8Array, right: Uint8Array): Uint8Array {
  return left.map((byte, index) => byte ^ right[index]!)
}

function isHex(text: string, size: number): boolean {
  return text.length === 2 * size && /^[0-9a-f]+$/.test(text)
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}
