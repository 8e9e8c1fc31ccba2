import { redirect, Session, type ActionArgs } from 'framework'

export function action({ context }: ActionArgs) {
  context.get(Session)!.destroy()
  return redirect('/', 303)
}
