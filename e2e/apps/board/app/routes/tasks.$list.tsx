import { useFetcher, useFetchers, useLoaderData, type ActionArgs, type LoaderArgs } from 'framework'
import { tasksOf, type Task } from '../tasks.server.ts'

export function loader({ params }: LoaderArgs<'/tasks/:list'>) {
  return { tasks: tasksOf(params.list) }
}

export async function action({ params, request }: ActionArgs<'/tasks/:list'>) {
  const form = await request.formData()
  const tasks = tasksOf(params.list)
  if (request.method === 'POST') {
    tasks.push({ id: (tasks.at(-1)?.id ?? 0) + 1, title: String(form.get('title')), done: false })
  } else if (request.method === 'DELETE') {
    const at = tasks.findIndex(({ id }) => id === Number(form.get('id')))
    tasks.splice(at, 1)
  } else {
    const task = tasks.find(({ id }) => id === Number(form.get('id')))
    if (task) task.done = form.get('done') === 'true'
  }
  return { ok: true }
}

export default function Tasks() {
  const { tasks } = useLoaderData<typeof loader>()
  const adder = useFetcher({ key: 'adder' })
  const removed = new Set(
    useFetchers().flatMap(({ formData, formMethod }) =>
      formMethod === 'DELETE' ? [Number(formData!.get('id'))] : [],
    ),
  )
  const added = useFetchers().flatMap(({ formData, formMethod, state }) =>
    formMethod === 'POST' && state === 'submitting' ? [String(formData!.get('title'))] : [],
  )
  return (
    <>
      <h1>Tasks</h1>
      <adder.Form method="post">
        <input name="title" aria-label="Title" />
        <button>Add</button>
      </adder.Form>
      <ul>
        {tasks
          .filter(({ id }) => !removed.has(id))
          .map((task) => (
            <Row key={task.id} task={task} />
          ))}
        {added.map((title) => (
          <li key={title} className="new">
            {title}
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ task }: { task: Task }) {
  const fetcher = useFetcher()
  const done = fetcher.formData ? fetcher.formData.get('done') === 'true' : task.done
  return (
    <li className="task" data-state={fetcher.state}>
      <button
        aria-label={`Toggle ${task.id}`}
        onClick={() =>
          fetcher.submit({ id: String(task.id), done: String(!done) }, { method: 'patch' })
        }
      >
        {done ? 'done' : 'open'}
      </button>
      <button
        aria-label={`Remove ${task.id}`}
        onClick={() => fetcher.submit({ id: String(task.id) }, { method: 'delete' })}
      >
        x
      </button>
    </li>
  )
}
