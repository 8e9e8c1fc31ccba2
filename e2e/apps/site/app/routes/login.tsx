import {
  Form,
  isSafeRedirect,
  redirect,
  Session,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'

export const meta = { title: 'Log in' }

export function loader({ request, context }: LoaderArgs) {
  return {
    next: new URL(request.url).searchParams.get('next') ?? '/account',
    error: (context.get(Session)!.get('error') as string | undefined) ?? null,
  }
}

export async function action({ request, context }: ActionArgs) {
  const form = await request.formData()
  const session = context.get(Session)!
  const name = String(form.get('name'))
  if (form.get('password') !== 'open sesame') {
    session.flash('error', 'Name or password is wrong')
    return redirect('/login')
  }
  session.regenerateId()
  session.set('user', name)
  session.flash('message', `Welcome, ${name}`)
  const next = String(form.get('next'))
  return redirect(isSafeRedirect(next) ? next : '/')
}

export default function Login() {
  const { next, error } = useLoaderData<typeof loader>()
  return (
    <Form method="post">
      <h1>Log in</h1>
      {error && <p role="alert">{error}</p>}
      <input type="hidden" name="next" value={next} />
      <input name="name" aria-label="Name" />
      <input name="password" type="password" aria-label="Password" />
      <button>Enter</button>
    </Form>
  )
}
