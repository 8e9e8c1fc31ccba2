import {
  Form,
  isSafeRedirect,
  redirect,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { startLogin } from '../logins.server.ts'

export const meta = { title: 'Log in' }

export function loader({ request }: LoaderArgs) {
  return { next: new URL(request.url).searchParams.get('next') ?? '/' }
}

export async function action({ request, context }: ActionArgs) {
  const form = await request.formData()
  startLogin(context, String(form.get('name')))
  const next = String(form.get('next'))
  return redirect(isSafeRedirect(next) ? next : '/', 303)
}

export default function Login() {
  const { next } = useLoaderData<typeof loader>()
  return (
    <Form method="post">
      <h1>Log in</h1>
      <input type="hidden" name="next" value={next} />
      <input name="name" aria-label="Name" />
      <input name="password" type="password" aria-label="Password" />
      <button>Enter</button>
    </Form>
  )
}
