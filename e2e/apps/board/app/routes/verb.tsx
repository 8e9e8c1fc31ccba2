import { Form, useActionData, useFetcher, type ActionArgs } from 'framework'

export async function action({ request }: ActionArgs) {
  const fields = [...(await request.formData()).keys()]
  return { what: `${request.method} ${fields.join()}` }
}

export default function Verb() {
  const result = useActionData<typeof action>()
  const fetcher = useFetcher()
  return (
    <>
      <h1>Verb</h1>
      <p id="what">{result?.what ?? 'nothing'}</p>
      <Form method="put" forceRefresh>
        <button name="put">Put natively</button>
      </Form>
      <Form method="patch" reloadDocument>
        <button name="patch">Patch natively</button>
      </Form>
      <fetcher.Form method="delete" forceRefresh>
        <button name="delete">Delete natively</button>
      </fetcher.Form>
      <Form method="put" navigate={false}>
        <button name="quiet">Put quietly</button>
      </Form>
      <Form method="delete" target="_blank">
        <button name="tab">Delete in a tab</button>
      </Form>
    </>
  )
}
