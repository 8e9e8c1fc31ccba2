import {
  Form,
  redirect,
  useDraft,
  useLoaderData,
  type ActionArgs,
  type LoaderArgs,
} from 'framework'
import type { ReadsFunction } from 'framework'
import { tag } from 'framework/tags'
import { record, stored, userOf } from '../logins.server.ts'

export const live = true

export const reads: ReadsFunction<'/shared/:name'> = ({ params }) => [tag('record', params.name)]

export const meta = { title: 'Shared' }

export function loader({ params }: LoaderArgs<'/shared/:name'>) {
  return { text: stored(params.name) }
}

export async function action({ context, params, request }: ActionArgs<'/shared/:name'>) {
  record(params.name, userOf(context), await request.formData())
  return redirect(`/sent/${params.name}`, 303)
}

/** A record that another person may change while this one writes. */
export default function Shared() {
  const { text } = useLoaderData<typeof loader>()
  const draft = useDraft('shared')
  return (
    <Form method="post" id="shared">
      <h1>Shared</h1>
      <p id="stored">{text}</p>
      <output id="outdated">{draft?.outdated.join()}</output>
      <input name="title" aria-label="Title" />
      <textarea name="body" aria-label="Body" defaultValue={text} />
      <button>Send</button>
    </Form>
  )
}
