import { clientKey, rateLimit } from 'framework/rate-limit-middleware'

/** How often a client may try to log in, per minute. Looking at the form is not limited. */
export const loginLimit = rateLimit({
  name: 'login',
  limit: Number(process.env['LOGIN_LIMIT'] ?? 5),
  window: 60,
  key: (context) => (context.method === 'POST' ? clientKey(context) : null),
})
