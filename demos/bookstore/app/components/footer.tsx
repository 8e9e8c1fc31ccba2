import { Link } from 'framework'
import { routes } from '../routes.ts'

export function Footer() {
  return (
    <footer className="site-footer">
      <div className="bar">
        <p>
          <strong>Quire Books</strong> is a demo. The books are invented, and nothing is ever sent
          or charged.
        </p>
        <ul>
          <li>
            <Link to={routes.books.index.href()}>Catalogue</Link>
          </li>
          <li>
            <Link to={routes.account.index.href()}>Your account</Link>
          </li>
          <li>
            <a href={routes.api.books.index.href()}>JSON API</a>
          </li>
        </ul>
      </div>
    </footer>
  )
}
