import { redirect, useFetcher, useLoaderData, type ActionArgs, type LoaderArgs } from 'framework'
import { useLayoutEffect } from 'react'

let count = 0

export function loader({ request }: LoaderArgs) {
  const value = new URL(request.url).searchParams.get('value')
  return { value, count }
}

export async function action({ request }: ActionArgs) {
  const value = String((await request.formData()).get('value'))
  if (value === 'redirect') return redirect('/page/fetched')
  count++
  return { value }
}

declare global {
  interface Window {
    /** Every state of the fetcher that was rendered, with its data and the page's. */
    fetcherStates?: string[]
  }
}

export default function Fetch() {
  const { count } = useLoaderData<typeof loader>()
  const fetcher = useFetcher<{ value?: string; name?: string }>({ key: 'one' })
  const { state, type } = fetcher
  const data = fetcher.data === undefined ? '-' : (fetcher.data.value ?? fetcher.data.name)
  const submission = fetcher.submission ? 'sent' : '-'

  useLayoutEffect(() => {
    const seen = (window.fetcherStates ??= [])
    const now = `${state}/${type} ${submission} ${data}`
    if (seen.at(-1) !== now) seen.push(now)
  }, [state, type, submission, data])

  return (
    <>
      <h1>Fetch</h1>
      <p id="count">{count}</p>
      <p id="fetcher">{`${state}/${type}`}</p>
      <p id="data">{data}</p>
      <button onClick={() => fetcher.load('/page/five')}>Load</button>
      <button onClick={() => fetcher.load('/to/six')}>Load a redirect</button>
      <button onClick={() => fetcher.submit({ value: 'q' }, { method: 'get' })}>Ask</button>
      <fetcher.Form method="post">
        <button name="value" value="posted">
          Post
        </button>
        <button name="value" value="redirect">
          Post and go
        </button>
      </fetcher.Form>
    </>
  )
}
