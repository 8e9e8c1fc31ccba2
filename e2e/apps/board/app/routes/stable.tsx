import {
  useBlocker,
  useFetcher,
  useNavigate,
  useRevalidator,
  useSearchParams,
  useSubmit,
  type ActionArgs,
} from 'framework'
import { useEffect } from 'react'

let loads = 0

export function loader() {
  return { loads: ++loads }
}

export async function action({ request }: ActionArgs) {
  return request.text()
}

declare global {
  interface Window {
    /** Every function that a hook returned, by its name. */
    functions?: Record<string, Set<unknown>>
    /** How often an effect ran that depends on `revalidate`. */
    revalidations?: number
  }
}

export default function Stable() {
  const navigate = useNavigate()
  const submit = useSubmit()
  const { revalidate, state } = useRevalidator()
  const [params, setSearchParams] = useSearchParams()
  const fetcher = useFetcher()
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname === '/page/one')

  useEffect(() => {
    const functions = (window.functions ??= {})
    const returned = {
      navigate,
      submit,
      revalidate,
      setSearchParams,
      'fetcher.Form': fetcher.Form,
      'fetcher.load': fetcher.load,
      'fetcher.submit': fetcher.submit,
      'fetcher.reset': fetcher.reset,
      ...(blocker.state === 'blocked' && {
        'blocker.proceed': blocker.proceed,
        'blocker.reset': blocker.reset,
      }),
    }
    for (const [name, value] of Object.entries(returned)) {
      ;(functions[name] ??= new Set()).add(value)
    }
  })
  useEffect(() => {
    window.revalidations = (window.revalidations ?? 0) + Number(typeof revalidate === 'function')
  }, [revalidate])

  return (
    <>
      <h1>Stable</h1>
      <p id="state">{`${state} ${fetcher.state} ${blocker.state} ${params.get('n') ?? '-'}`}</p>
      <button onClick={revalidate}>Revalidate</button>
      <button onClick={() => fetcher.load('/page/five')}>Load</button>
      <button onClick={() => submit('x', { method: 'post', encType: 'text/plain' })}>Submit</button>
      <button onClick={() => setSearchParams({ n: '1' })}>Search</button>
      <button onClick={() => navigate('/page/one')}>Leave</button>
    </>
  )
}
