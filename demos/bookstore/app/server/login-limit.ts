import { clientKey, rateLimit } from 'framework/rate-limit-middleware'

const limit = Number(process.env['LOGIN_LIMIT'] ?? 5)

/** How often a client may try to log in, per minute. Looking at the form is not limited. */
export const loginLimit = createLimit('login', limit)

/** How often a client may begin to log in. The login page asks for a challenge by itself, so it is more often. */
export const beginLimit = createLimit('login-begin', limit * 12)

function createLimit(name: string, limit: number) {
  return rateLimit({
    name,
    limit,
    window: 60,
    // Actions also take PUT, PATCH and DELETE, so only the methods that read are not limited.
    key: (context) =>
      context.method === 'GET' || context.method === 'HEAD' ? null : clientKey(context),
  })
}
