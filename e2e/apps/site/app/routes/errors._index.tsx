import { Form, Link } from 'framework'

export default function ErrorsIndex() {
  return (
    <ul>
      <li>
        <Link to="/errors/loader">Loader fails</Link>
      </li>
      <li>
        <Link to="/errors/own">Own boundary</Link>
      </li>
      <li>
        <Link to="/errors/render">Render fails</Link>
      </li>
      <li>
        <Link to="/errors/catch">Catch boundary</Link>
      </li>
      <li>
        <Link to="/broken">Root boundary</Link>
      </li>
      <li>
        <Link to="/errors/action">Action fails</Link>
      </li>
      <li>
        <Form method="post" action="/errors/loader">
          <button>No action there</button>
        </Form>
      </li>
    </ul>
  )
}
