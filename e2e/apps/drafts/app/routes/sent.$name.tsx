import { useParams } from 'framework'

export const meta = { title: 'Sent' }

export default function Sent() {
  return <h1>Sent {useParams()['name']}</h1>
}
