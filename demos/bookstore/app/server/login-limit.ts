import { clientKey, rateLimit } from 'framework/rate-limit-middleware'

/** How often a client may try to log in, per minute. Looking at the form is not limited. */
export const loginLimit = rateLimit({
  name: 'login',
  limit: Number(process.env['LOGIN_LIMIT'] ?? 5),
  window: 60,
  // Actions also take PUT, PATCH and DELETE, so only the methods that read are not limited.
  key: (context) =>
    context.method === 'GET' || context.method === 'HEAD' ? null : clientKey(context),
})
