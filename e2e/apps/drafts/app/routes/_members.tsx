import { Outlet, redirect } from 'framework'
import type { Middleware } from 'framework/fetch-router'
import { userOf } from '../logins.server.ts'

export const middleware: Middleware[] = [
  (context, next) => {
    if (userOf(context)) return next()
    return redirect(`/login?next=${encodeURIComponent(context.url.pathname)}`, 303)
  },
]

export default function Members() {
  return <Outlet />
}
