import { useLoaderData, type LoaderArgs } from 'framework'
import { record } from '../calls.server.ts'
import styles from './styled.module.css'

export function loader({ params, request }: LoaderArgs<'/styled/:how'>) {
  record(new URL(request.url).searchParams.get('name'), params.how)
  return { how: params.how }
}

export default function Styled() {
  const { how } = useLoaderData<typeof loader>()
  return <h1 className={styles['heading']}>Styled {how}</h1>
}
