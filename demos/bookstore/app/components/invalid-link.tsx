import { Link } from 'framework'
import { routes } from '../routes.ts'

/** What a visitor sees who opens a link of a mail that has expired or was used. */
export function InvalidLink() {
  return (
    <div className="page narrow">
      <h1>This link is no longer valid</h1>
      <p className="lead">A link works once, and only for a while.</p>
      <p>
        <Link className="button" to={routes.reset.index.href()}>
          Ask for another link
        </Link>
      </p>
    </div>
  )
}
