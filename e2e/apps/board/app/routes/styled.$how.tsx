import { useLoaderData, type LoaderArgs } from 'framework'
import { record } from '../calls.server.ts'
import styles from './styled.module.css'

export function loader({ params, request }: LoaderArgs<'/styled/:how'>) {
  record(new URL(request.url).searchParams.get('name'), params.how)
  return { how: params.how }
}

/** A busy browser may need more than the five seconds for which a prefetch is kept without a policy (DA-9). */
export function headers() {
  return { 'Cache-Control': 'private, max-age=600' }
}

export default function Styled() {
  const { how } = useLoaderData<typeof loader>()
  return <h1 className={styles['heading']}>Styled {how}</h1>
}
