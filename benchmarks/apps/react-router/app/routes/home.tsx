import { Form, Link, useActionData, useLoaderData, type ActionFunctionArgs } from 'react-router'
import { items } from '../../../items.ts'

export const meta = () => [{ title: 'Items' }]

export function loader() {
  return items
}

export async function action({ request }: ActionFunctionArgs) {
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
      {result && <p>{result.name}</p>}
    </main>
  )
}
