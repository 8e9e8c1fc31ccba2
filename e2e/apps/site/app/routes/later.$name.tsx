import { Await, later, Link, useAsyncError, useLoaderData, type LoaderArgs } from 'framework'
import { useState } from 'react'
import { pass } from '../gates.server.ts'

/** `/later/quick` needs no gate, and the values of `/later/failing` reject. */
export function loader({ params }: LoaderArgs<'/later/:name'>) {
  const { name } = params
  return {
    name,
    reviews: later(async (signal) => {
      await (name === 'quick' || name === 'failing'
        ? new Promise((resolve) => setTimeout(resolve, 50))
        : pass(name, signal))
      if (name === 'failing') throw new Response('No reviews', { status: 503 })
      return ['</script><b>good</b>', `of ${name}`]
    }),
    similar: later(() => ['Emma']),
  }
}

export default function Later() {
  const { name, reviews, similar } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Later {name}</h1>
      <Counter id="above" />
      <Await resolve={similar} fallback={<p id="similar">Looking</p>}>
        {(similar) => <p id="similar">{similar.join()}</p>}
      </Await>
      <Await resolve={reviews} fallback={<p id="reviews">Loading</p>} errorElement={<Failed />}>
        {(reviews) => (
          <>
            <p id="reviews">{reviews.join(' ')}</p>
            <Counter id="inside" />
          </>
        )}
      </Await>
      <Link to="/later/quick">Quick</Link> <Link to="/later/failing">Failing</Link>{' '}
      <Link to="/">Home</Link>
    </>
  )
}

function Failed() {
  return <p id="reviews">failed with {(useAsyncError() as { status: number }).status}</p>
}

function Counter({ id }: { id: string }) {
  const [count, setCount] = useState(0)
  return (
    <button id={id} onClick={() => setCount(count + 1)}>
      {count} clicks
    </button>
  )
}
