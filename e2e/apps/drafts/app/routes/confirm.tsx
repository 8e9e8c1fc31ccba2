import {
  Form,
  isSafeRedirect,
  redirect,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { setConfirmed, userOf } from '../logins.server.ts'

export const meta = { title: 'Is it you?' }

export function loader({ request }: LoaderArgs) {
  return { next: new URL(request.url).searchParams.get('next') ?? '/' }
}

export async function action({ request, context }: ActionArgs) {
  const next = String((await request.formData()).get('next'))
  setConfirmed(userOf(context), true)
  return redirect(isSafeRedirect(next) ? next : '/', 303)
}

/** The page of a guard that asks a person who is signed in. */
export default function Confirm() {
  const { next } = useLoaderData<typeof loader>()
  return (
    <Form method="post">
      <h1>Is it you?</h1>
      <input type="hidden" name="next" value={next} />
      <input name="password" type="password" aria-label="Password" />
      <button>It is me</button>
    </Form>
  )
}
