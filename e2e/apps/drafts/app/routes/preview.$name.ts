import { json, type ActionArgs } from 'framework'
import { record, userOf } from '../logins.server.ts'

export async function action({ context, params, request }: ActionArgs<'/preview/:name'>) {
  record(params.name, userOf(context), await request.formData())
  return json('A preview')
}
