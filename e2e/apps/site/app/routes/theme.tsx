import { Form, redirect, type ActionArgs } from 'framework'
import { themeCookie } from '../theme.server.ts'

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  return redirect('/theme', {
    headers: { 'Set-Cookie': await themeCookie.serialize(String(form.get('theme'))) },
  })
}

export default function Theme() {
  return (
    <Form method="post" replace>
      <h1>Theme</h1>
      <button name="theme" value="light">
        Light
      </button>
      <button name="theme" value="dark">
        Dark
      </button>
    </Form>
  )
}
