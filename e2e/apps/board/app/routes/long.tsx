import { Link } from 'framework'

export default function Long() {
  return (
    <>
      <h1>Long</h1>
      <Link to="#middle">To the middle</Link> <Link to="/long?again">Again</Link>{' '}
      <Link to="/page/one">Leave from the top</Link>
      <Link to="?glide=1" viewTransition>
        Glide
      </Link>{' '}
      <Link to="?glide=2" viewTransition>
        Glide on
      </Link>
      <div style={{ height: 2000 }} />
      <p id="middle">Middle</p>
      <Link to="/page/one">Leave from the middle</Link>{' '}
      <Link to="/long?keep" preventScrollReset>
        Keep
      </Link>
      <div style={{ height: 3000 }} />
      <p id="ende%20">End</p>
      <p id="größe">Größe</p>
    </>
  )
}
