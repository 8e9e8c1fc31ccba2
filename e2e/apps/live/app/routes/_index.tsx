import { Link } from 'framework'

export const meta = { title: 'Notes' }

export default function Notes() {
  return (
    <main>
      <h1>Notes</h1>
      <Link to="/notes/a">Note a</Link>
    </main>
  )
}
