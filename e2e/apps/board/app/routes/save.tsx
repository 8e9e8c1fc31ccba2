import {
  data,
  Form,
  redirect,
  useActionData,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import { record } from '../calls.server.ts'

let saved = ''

export function loader({ request }: LoaderArgs) {
  if (saved === 'away') {
    saved = ''
    return redirect('/page/away')
  }
  record(new URL(request.url).searchParams.get('name'), 'load')
  return { saved }
}

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  const value = String(form.get('value'))
  record(new URL(request.url).searchParams.get('name'), `save ${value}`)
  if (value === 'redirect') return redirect('/page/saved')
  if (value === 'fail') throw new Error('Cannot save')
  saved = value
  // With a cookie that the browser does not have, it requests the page itself.
  const isApart = value.startsWith('apart')
  const headers = isApart ? { 'Set-Cookie': 'apart=; Max-Age=0; Path=/' } : undefined
  return data({ message: `saved ${value}` }, { headers })
}

export default function Save() {
  const { saved } = useLoaderData<typeof loader>() as { saved: string }
  const result = useActionData() as { message: string } | undefined
  return (
    <>
      <h1>Save</h1>
      <Form method="post">
        <input name="value" aria-label="Value" />
        <button>Send</button>
      </Form>
      <p id="saved">{saved}</p>
      <p id="result">{result?.message ?? 'no result'}</p>
    </>
  )
}

export function ErrorBoundary({ error }: { error: Error }) {
  return <p id="save-boundary">{error.message}</p>
}
