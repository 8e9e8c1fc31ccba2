import { useFetcher } from 'framework'
import { useState } from 'react'

/** Two places that show one fetcher, one at a time or none. */
export default function Keyed() {
  const [place, setPlace] = useState('left')
  return (
    <>
      <h1>Keyed</h1>
      <button onClick={() => setPlace('left')}>Show left</button>
      <button onClick={() => setPlace('right')}>Show right</button>
      <button onClick={() => setPlace('none')}>Show none</button>
      {place === 'left' && <Shown />}
      <hr />
      {place === 'right' && <Shown />}
    </>
  )
}

function Shown() {
  const fetcher = useFetcher<{ name: string }>({ key: 'keyed' })
  return (
    <>
      <button onClick={() => fetcher.load('/page/five')}>Load</button>
      <p id="fetcher">{`${fetcher.state}/${fetcher.type} ${fetcher.data?.name ?? '-'}`}</p>
    </>
  )
}
