import type { Field, FormFieldsOf } from 'framework'
import { useIsLive } from './use-is-live.ts'

interface ErrorSummaryProps {
  error: FormFieldsOf<unknown>['error']
  fields: Fields
}

type Fields = Readonly<Record<string, Field | List>>

/** A list of rows, each with its own fields. */
interface List extends Pick<Field, 'error' | 'errors'> {
  readonly rows: readonly { readonly fields: Fields }[]
}

/** Says what is wrong with a form as a whole. Without JavaScript, it also leads to the fields with errors. */
export function ErrorSummary({ error, fields }: ErrorSummaryProps) {
  const wrong = findWrong(fields)
  // With JavaScript, the first of these fields has the focus.
  if (useIsLive() || wrong.length === 0) return <p className="error-summary" {...error} />

  return (
    <div className="error-summary">
      <p>Please look at these again.</p>
      <p {...error} />
      <ul>
        {wrong.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the first message of each field, also of those in rows. */
function findWrong(fields: Fields): { id: string; message: string }[] {
  return Object.values(fields).flatMap((field) => {
    const id = 'rows' in field ? field.error.id : field.id
    const own = field.errors.slice(0, 1).map((message) => ({ id, message }))
    const inside = 'rows' in field ? field.rows.flatMap((row) => findWrong(row.fields)) : []
    return [...own, ...inside]
  })
}
