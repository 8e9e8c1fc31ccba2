import type { Middleware } from 'framework/fetch-router'
import { isSafeRedirect } from 'framework/response'
import { routes } from '../routes.ts'
import type { ShopDatabase } from './database.ts'
import { sendMail } from './mail.ts'
import { readOrigin } from './origin.ts'
import { issueToken } from './tokens.ts'
import { findIdByAddress, whileLoggedIn } from './users.ts'

/**
 * Mails the link that the owner of an address needs: to set a new password if there is an account, otherwise to create one.
 * Call it after the response. Then a stranger learns nothing about the address, and the work is the same in both cases.
 */
export async function mailEntryLink(db: ShopDatabase, address: string, next = ''): Promise<void> {
  const user = await findIdByAddress(db, address)
  const kind = user === undefined ? 'signup' : 'reset'
  const token = await issueToken(db, kind, { user: user ?? null, address })
  if (token === undefined) return

  await sendMail({
    to: address,
    ...(user === undefined ? signupMail(token, next) : resetMail(token)),
  })
}

function signupMail(token: string, next: string) {
  const link = linkTo(routes.welcome.index.href(), {
    token,
    ...(isSafeRedirect(next) && next.length <= 512 && { next }),
  })

  return {
    subject: 'Your account at Quire Books',
    text: `Somebody, probably you, wants to log in to Quire Books with this address. There is no account with it yet. To create one, open this link within a day:

${link}

If it was not you, do nothing.`,
  }
}

function resetMail(token: string) {
  return {
    subject: 'Your password at Quire Books',
    text: `Somebody, probably you, asked for an account or a new password at Quire Books. There is an account with this address. To log in, open ${linkTo(routes.login.index.href())}

To set a new password, open this link within 30 minutes:

${linkTo(routes.newPassword.index.href(), { token })}

If it was not you, do nothing.`,
  }
}

/** Mails the link with which a user confirms a new address, if their login has not ended. Call it after the response. */
export async function mailAddressLink(
  db: ShopDatabase,
  user: number,
  loginId: string | undefined,
  address: string,
): Promise<void> {
  const token = await whileLoggedIn(db, user, loginId, (db) =>
    issueToken(db, 'email', { user, address }),
  )
  if (token === undefined) return

  await sendMail({
    to: address,
    subject: 'Your new address at Quire Books',
    text: `To use this address for your account at Quire Books, log in and open this link within a day:

${linkTo(routes.account.address.index.href(), { token })}

If you have not asked for it, do nothing.`,
  })
}

/** Tells the owner of the old address that it no longer counts. */
export async function mailAddressNotice(oldAddress: string): Promise<void> {
  await sendMail({
    to: oldAddress,
    subject: 'Your address at Quire Books has changed',
    text: `Your account at Quire Books has another address now. This one can no longer be used to log in or to set a new password.

If it was not you, write to us at once.`,
  })
}

function linkTo(path: string, search: Record<string, string> = {}): string {
  const url = new URL(path, readOrigin())
  url.search = new URLSearchParams(search).toString()
  return url.href
}

/** For pages with a token in their URL: caches must not store them, and other sites must not see where a visitor was. */
export const hidesItsUrl: Middleware = async (_, next) => {
  const response = await next()
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('Referrer-Policy', 'no-referrer')
  return response
}
