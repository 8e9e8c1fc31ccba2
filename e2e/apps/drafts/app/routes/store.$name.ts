import { json, type ActionArgs } from 'framework'
import { tag, writes } from 'framework/tags'
import { store } from '../logins.server.ts'

/** Changes what is stored of a record, as another person does. */
export async function action({ context, params, request }: ActionArgs<'/store/:name'>) {
  store(params.name, String((await request.formData()).get('text')))
  writes(context, tag('record', params.name))
  return json(true)
}
