import { isSafeRedirect, redirect, Session, type ActionArgs } from 'framework'

export function action({ context, request }: ActionArgs) {
  context.get(Session)!.destroy()
  const to = new URL(request.url).searchParams.get('to')
  return redirect(isSafeRedirect(to ?? '') ? to! : '/', 303)
}
