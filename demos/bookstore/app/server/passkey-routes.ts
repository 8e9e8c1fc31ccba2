import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Auth, requireAuth } from 'framework/auth-middleware'
import type { Cookie } from 'framework/cookie'
import { createController } from 'framework/fetch-router'
import { json } from 'framework/response'
import { Session } from 'framework/session'
import { routes } from '../routes.ts'
import type { ShopContext } from './context.ts'
import { Database } from './database.ts'
import { FIVE_MINUTES, login } from './login.ts'
import { beginLimit, loginLimit } from './login-limit.ts'
import { nameBrowser } from './name-browser.ts'
import { addPasskey, askForNewPasskey, askForPasskey, checkPasskey } from './passkeys.ts'
import type { Challenge } from './session.ts'
import type { User } from './users.ts'

const requireFreshUser = requireAuth<User>({ within: FIVE_MINUTES })

/** Creates what the scripts of the login page and of the settings call. */
export function createPasskeysController(challenges: Cookie) {
  return createController<typeof routes.passkeys, ShopContext>(routes.passkeys, {
    actions: {
      options: {
        middleware: [requireFreshUser, beginLimit],
        async handler(context) {
          const user = userOf(context)
          const options = await askForNewPasskey(context.get(Database), user)
          const { challenge } = options
          context.get(Session).flash('challenge', { challenge, user: user.id, at: Date.now() })

          return json(options)
        },
      },

      create: {
        middleware: [requireFreshUser, loginLimit],
        async handler(context) {
          const { id } = userOf(context)
          const session = context.get(Session)
          const found = session.get('challenge') // Reading it removes it, so a second response is refused.
          const response = context.input.body as unknown as RegistrationResponseJSON
          const name = nameBrowser(context.headers.get('User-Agent') ?? '')
          const db = context.get(Database)
          const isAdded =
            isRecent(found) &&
            found.user === id &&
            (await addPasskey(db, id, session.get('loginId'), found.challenge, response, name))
          if (!isAdded) return refuse()

          session.flash('message', 'Next time, you can log in with your passkey.')
          return json({ to: routes.account.security.href() })
        },
      },

      loginOptions: {
        middleware: [beginLimit],
        async handler() {
          const options = await askForPasskey()
          const value = { challenge: options.challenge, at: Date.now() }

          return json(options, { headers: { 'Set-Cookie': await challenges.serialize(value) } })
        },
      },

      login: {
        middleware: [loginLimit],
        async handler(context) {
          const cookie = await challenges.parse(context.headers.get('Cookie'))
          const found = cookie as Omit<Challenge, 'user'> | null // The shop has signed it.
          const response = context.input.body as unknown as AuthenticationResponseJSON
          const proven =
            isRecent(found) &&
            (await checkPasskey(context.get(Database), found.challenge, response))
          const redirect = proven && (await login(context, proven, context.input.search.next))
          const result = redirect ? json({ to: redirect.headers.get('Location')! }) : refuse()
          result.headers.append('Set-Cookie', await challenges.serialize('', { maxAge: 0 }))

          return result
        },
      },
    },
  })
}

/** Returns the user whom `requireFreshUser` has let through. */
function userOf(context: ShopContext): User {
  const auth = context.get(Auth)
  if (!auth.ok) throw new Error('Cannot know the user: put requireFreshUser before this handler.')

  return auth.identity
}

/** Whether there is a challenge that is not too old. */
function isRecent<Value extends Pick<Challenge, 'challenge' | 'at'>>(
  found: Value | null | undefined,
): found is Value {
  return found != null && Date.now() - found.at < FIVE_MINUTES * 1000
}

function refuse() {
  return json({ error: 'That did not work. Please try again.' }, 400)
}
