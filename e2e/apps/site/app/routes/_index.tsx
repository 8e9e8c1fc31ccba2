import { Link } from 'framework'
import styles from './home.module.css'

export default function Home() {
  return (
    <>
      <h1 className={styles['title']}>Home</h1>
      <ul>
        <li>
          <Link to="/shop">To the shop</Link>
        </li>
        <li>
          <a href="/public.txt">A public file</a>
        </li>
        <li>
          <Link to="/later/quick">Something later</Link>
        </li>
        <li>
          <Link to="/plain">Without scripts</Link>
        </li>
        <li>
          <Link to="/no/such/page">Nothing here</Link>
        </li>
      </ul>
    </>
  )
}
