import { Await, later, useLoaderData } from 'framework'
import { lazy, Suspense, useState } from 'react'

const LateArea = lazy(() => import('../late-area.tsx'))

export function loader() {
  return { text: 'stored', deferred: later(() => 'stored') }
}

/** Fields with stored texts: in the page, in a deferred part, and in a part whose code loads later. */
export default function Typed() {
  const { text, deferred } = useLoaderData<typeof loader>()
  const [events, setEvents] = useState(0)
  return (
    <form onChange={() => setEvents(events + 1)}>
      <h1>Typed</h1>
      <input aria-label="Title" defaultValue={text} />
      <textarea aria-label="Text" defaultValue={text} />
      <textarea aria-label="Untouched" defaultValue={text} />
      <Await resolve={deferred} fallback="Loading">
        {(text) => <textarea aria-label="Deferred" defaultValue={text} />}
      </Await>
      <Suspense fallback="Loading">
        <LateArea />
      </Suspense>
      <output id="events">{events}</output>
    </form>
  )
}
