import { Form, Link, useActionData, type ActionArgs } from 'framework'

export const scripts = false

export async function action({ request }: ActionArgs) {
  return { name: String((await request.formData()).get('name')) }
}

export default function Plain() {
  const sent = useActionData<typeof action>()
  return (
    <>
      <h1>Plain</h1>
      {sent && <p id="sent">{sent.name}</p>}
      <Form method="post">
        <input name="name" aria-label="Name" />
        <button>Send</button>
      </Form>
      <Link to="/">Home again</Link>
    </>
  )
}
