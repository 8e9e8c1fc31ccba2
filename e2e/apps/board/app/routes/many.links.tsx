import { Link } from 'framework'

export default function ManyPrefetches() {
  return (
    <>
      <h1>Many links</h1>
      <Link id="intent" to="/page/intent" prefetch="intent">
        Intent
      </Link>
      <ul>
        {Array.from({ length: 1000 }, (_, i) => (
          <li key={i}>
            <Link to={`/page/${i}`} prefetch="render">
              Link {i}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
