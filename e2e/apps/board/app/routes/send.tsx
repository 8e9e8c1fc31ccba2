import { useActionData, useFetcher, useLocation, useSubmit, type ActionArgs } from 'framework'
import { useNavigation } from 'framework/compat'

export async function action({ request }: ActionArgs) {
  const type = request.headers.get('Content-Type')
  const body: unknown = type === 'application/json' ? await request.json() : await request.text()
  return { method: request.method, type, body }
}

export default function Send() {
  const submit = useSubmit()
  const fetcher = useFetcher<typeof action>()
  const result = useActionData<typeof action>()
  const navigation = useNavigation()
  const { state } = useLocation()
  const { formAction, formData, formEncType, json, text } = navigation.formMethod
    ? navigation
    : fetcher

  return (
    <>
      <h1>Send</h1>
      <button onClick={() => submit(order, { method: 'put', encType: 'application/json' })}>
        JSON
      </button>
      <button onClick={() => submit('hello', { method: 'post', encType: 'text/plain' })}>
        Text
      </button>
      <button
        onClick={() => fetcher.submit([order], { method: 'post', encType: 'application/json' })}
      >
        Fetch JSON
      </button>
      <button onClick={() => submit({ value: 'x' }, { action: '/search' })}>Search for it</button>
      <output id="pending">
        {JSON.stringify({ formAction, formEncType, hasForm: formData !== undefined, json, text })}
      </output>
      <p id="result">{JSON.stringify(result ?? fetcher.data ?? null)}</p>
      <p id="state">{JSON.stringify(state)}</p>
    </>
  )
}

const order = { id: 1, tags: ['a', null] }
