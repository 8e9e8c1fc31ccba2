import { useActionData, useLoaderData, type ActionArgs, type LoaderArgs } from 'framework'

export function loader({ request }: LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return { from: searchParams.get('from') }
}

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  return { posted: `${request.method} ${form.get('from')} ${form.get('status')}` }
}

export default function Landed() {
  const posted = useActionData<typeof action>()
  return (
    <>
      <h1>Landed</h1>
      <p id="from">from {useLoaderData<typeof loader>().from}</p>
      {posted && <p id="posted">{posted.posted}</p>}
      <p id="end">End</p>
    </>
  )
}
