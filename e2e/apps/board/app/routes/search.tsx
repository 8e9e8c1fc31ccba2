import { Form, redirect, useLoaderData, type LoaderArgs } from 'framework'

export function loader({ request }: LoaderArgs) {
  const value = new URL(request.url).searchParams.get('value')
  return value === 'lucky' ? redirect('/page/lucky') : { value }
}

export default function Search() {
  const { value } = useLoaderData<typeof loader>() as { value: string | null }
  return (
    <>
      <h1>Search</h1>
      <Form>
        <input name="value" aria-label="Value" defaultValue={value ?? ''} />
        <button>Find</button>
      </Form>
      <p id="found">{value ?? 'nothing'}</p>
    </>
  )
}
