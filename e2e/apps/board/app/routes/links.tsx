import { Link, useTransition } from 'framework'

export default function ManyLinks() {
  return (
    <>
      <h1>Links</h1>
      <ul id="links">
        {Array.from({ length: 1000 }, (_, i) => (
          <li key={i}>
            <Link to={`/page/${i}`}>Link {i}</Link>
          </li>
        ))}
      </ul>
      <Control />
    </>
  )
}

/** Renders with every transition, so that a test knows that it can see renders. */
function Control() {
  const { state } = useTransition()
  return (
    <a id="control" href="/" data-state={state}>
      Control
    </a>
  )
}
