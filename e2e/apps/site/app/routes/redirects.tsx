import { Form, Link, redirect, type ActionArgs } from 'framework'

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  const status = Number(form.get('status'))
  return redirect(`/landed?from=${form.get('from')}&status=${status}`, status)
}

export default function Redirects() {
  return (
    <>
      <h1>Redirects</h1>
      <Link to="/go/301">Moved</Link> <Link to="/go/chain">Chain</Link>{' '}
      <Link to="/go/slashes">Slashes</Link>
      <Form method="post">
        <input type="hidden" name="from" value="action" />
        <button name="status" value="302">
          Found
        </button>
        <button name="status" value="303">
          See other
        </button>
        <button name="status" value="307">
          Temporary
        </button>
        <button name="status" value="308">
          Permanent
        </button>
      </Form>
    </>
  )
}
