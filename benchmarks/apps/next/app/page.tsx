import Form from 'next/form'
import Link from 'next/link'
import { items } from '../../items'

export const dynamic = 'force-dynamic'

async function save(form: FormData) {
  'use server'
  console.log(form.get('name'))
}

export default function Page() {
  return (
    <main>
      <h1>Items</h1>
      <ul>
        {items.map(({ slug, title }) => (
          <li key={slug}>
            <Link href={`/items/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
      <Form action={save}>
        <input name="name" aria-label="Name" />
        <button>Save</button>
      </Form>
    </main>
  )
}
