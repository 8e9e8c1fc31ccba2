import { Link } from 'framework'

export const meta = { title: 'Home' }

export default function Home() {
  return (
    <>
      <h1>Home</h1>
      <Link to="/login">Log in</Link>
    </>
  )
}
