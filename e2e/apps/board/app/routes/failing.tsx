import { Outlet, useFetcher } from 'framework'

export default function Failing() {
  const fetcher = useFetcher({ key: 'outer' })
  return (
    <>
      <h1>Failing</h1>
      <button onClick={() => fetcher.load('/failing/inner?fail')}>Outer</button>
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: { error: Error & { status?: number } }) {
  return <p id="outer-boundary">{error.status ?? error.message}</p>
}
