import { Form, Link, useActionData, useLoaderData, type ActionArgs } from 'framework'

export const meta = { title: 'A page of 50 links and a form' }

export function loader() {
  return Array.from({ length: 50 }, (_, i) => ({ slug: `item-${i}`, title: `Item ${i}` }))
}

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  return { name: String(form.get('name')) }
}

export default function Page() {
  const items = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <main>
      <h1>Items</h1>
      <ul>
        {items.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`/items/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
      <Form method="post">
        <input name="name" aria-label="Name" />
        <button>Save</button>
      </Form>
      {result && <p id="result">{result.name}</p>}
    </main>
  )
}
