import { Form } from 'framework'

export function action(): never {
  throw new Error('a secret of the action')
}

export default function ActionFails() {
  return (
    <Form method="post">
      <button>Fail</button>
    </Form>
  )
}
