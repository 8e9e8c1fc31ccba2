import { Form, Link } from 'framework'

export default function Resources() {
  return (
    <>
      <h1>Resources</h1>
      <Link to="/report.csv">Report</Link> <Link to="/health">Health</Link>{' '}
      <Link to="/api/echo?a=1">Echo</Link>
      <Form action="/api/echo">
        <input type="hidden" name="b" value="2" />
        <button>Echo by form</button>
      </Form>
    </>
  )
}
