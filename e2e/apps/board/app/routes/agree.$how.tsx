import { useBlocker, useParams } from 'framework'
import { useEffect } from 'react'

/** Blocks navigations, and then lets them proceed in an effect, or after a `confirm()`. */
export default function Agree() {
  const { how } = useParams()
  const blocker = useBlocker(true)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (how === 'effect' || confirm('Leave?')) blocker.proceed()
    else blocker.reset()
  }, [blocker, how])

  return (
    <>
      <h1>Agree</h1>
      <p id="blocker">{blocker.state}</p>
    </>
  )
}
