import { useFetcher, useLoaderData, useRevalidator, type ActionArgs } from 'framework'
import { use } from 'react'

let count = 0

export function loader() {
  return { count }
}

export async function action({ request }: ActionArgs) {
  const value = String((await request.formData()).get('value'))
  if (value === 'reset') count = 0
  else count++
  return { value }
}

declare global {
  interface Window {
    /** Lets the page with this count be rendered. */
    openGate?: (count: number) => void
  }
}

const gates = new Map<number, PromiseWithResolvers<void>>()

function gateOf(count: number): PromiseWithResolvers<void> {
  const gate = gates.get(count) ?? Promise.withResolvers<void>()
  gates.set(count, gate)
  return gate
}

if (typeof window !== 'undefined') window.openGate = (count) => gateOf(count).resolve()

/** A page that suspends until the test opens the gate. */
export default function Gate() {
  const { count } = useLoaderData<typeof loader>()
  const one = useFetcher({ key: 'gate one' })
  const two = useFetcher({ key: 'gate two' })
  const revalidator = useRevalidator()
  if (typeof window !== 'undefined' && count > 0) use(gateOf(count).promise)
  return (
    <>
      <h1>Gate</h1>
      <p id="gate">{`${count} ${one.state}/${one.type} ${two.state}/${two.type} ${revalidator.state}`}</p>
      <one.Form method="post">
        <button name="value" value="one">
          First
        </button>
      </one.Form>
      <two.Form method="post">
        <button name="value" value="two">
          Second
        </button>
      </two.Form>
    </>
  )
}
