import { data, Form, isRouteErrorResponse, redirect, useRouteError } from 'framework'
import type { ActionArgs, LoaderArgs } from 'framework'
import { deleteDraft, isDeleted } from '../drafts.server.ts'

export const meta = { title: 'A draft' }

export function loader({ params }: LoaderArgs<'/drafts/:name'>) {
  if (isDeleted(params.name)) throw data('Gone', { status: 410 })
  return null
}

export async function action({ params, request }: ActionArgs<'/drafts/:name'>) {
  deleteDraft(params.name)
  const to = (await request.formData()).get('to')
  return redirect(`/${to === 'vault' ? 'vault' : 'drafts'}/${params.name}`, 303)
}

export default function Draft() {
  return (
    <Form method="post">
      <h1>A draft</h1>
      <button name="to" value="drafts">
        Delete
      </button>
      <button name="to" value="vault">
        Keep in the vault
      </button>
    </Form>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return <h1>{isRouteErrorResponse(error) ? `Status ${error.status}` : 'An error'}</h1>
}
