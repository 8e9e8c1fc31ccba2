import { Outlet, redirect, Session } from 'framework'
import type { Middleware } from 'framework/fetch-router'

export const middleware: Middleware[] = [
  (context, next) => {
    if (context.get(Session)!.get('user')) return next()
    return redirect(`/login?next=${encodeURIComponent(context.url.pathname)}`)
  },
]

export default function Members() {
  return (
    <section id="members">
      <Outlet />
    </section>
  )
}
