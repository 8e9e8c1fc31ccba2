import type { Middleware } from 'framework/fetch-router'
import { editHeaders } from 'framework/response'

const policies = {
  // No inline code and nothing from other origins. Only Vite's dev server needs more: it adds styles and its client to the page.
  'Content-Security-Policy': [
    import.meta.env.DEV
      ? "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:"
      : "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Restricts what pages of the shop may do: only code, styles and frames of the shop itself. */
export function securityHeaders(): Middleware {
  return async (_context, next) =>
    editHeaders(await next(), (headers) => {
      for (const [name, value] of Object.entries(policies)) headers.set(name, value)
    })
}
