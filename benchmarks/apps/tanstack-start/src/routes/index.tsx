import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { items } from '../../../items.ts'

const loadItems = createServerFn().handler(() => items)
const save = createServerFn({ method: 'POST' })
  .validator((data: FormData) => ({ name: String(data.get('name')) }))
  .handler(({ data }) => data)

export const Route = createFileRoute('/')({ loader: () => loadItems(), component: Page })

function Page() {
  const items = Route.useLoaderData()
  return (
    <main>
      <h1>Items</h1>
      <ul>
        {items.map(({ slug, title }) => (
          <li key={slug}>
            <Link to="/items/$slug" params={{ slug }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <form action={save.url} method="post" encType="multipart/form-data">
        <input name="name" aria-label="Name" />
        <button>Save</button>
      </form>
    </main>
  )
}
