import { useFetcher } from 'framework'

export default function FailingIndex() {
  const fetcher = useFetcher({ key: 'inner' })
  return (
    <>
      <button onClick={() => fetcher.load('/failing/inner?fail')}>Inner</button>
      <button onClick={() => fetcher.load('/nowhere')}>Nowhere</button>
    </>
  )
}

export function ErrorBoundary({ error }: { error: Error & { status?: number } }) {
  return <p id="inner-boundary">{error.status ?? error.message}</p>
}
