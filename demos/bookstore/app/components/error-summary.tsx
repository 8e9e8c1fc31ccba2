import type { Field, FormFieldsOf } from 'framework'
import { useIsLive } from './use-is-live.ts'

interface ErrorSummaryProps {
  error: FormFieldsOf<unknown>['error']
  fields: Readonly<Record<string, Field>>
}

/** Says what is wrong with a form as a whole. Without JavaScript, it also leads to the fields with errors. */
export function ErrorSummary({ error, fields }: ErrorSummaryProps) {
  const wrong = Object.values(fields).filter(({ errors }) => errors.length > 0)
  // With JavaScript, the first of these fields has the focus.
  if (useIsLive() || wrong.length === 0) return <p className="error-summary" {...error} />

  return (
    <div className="error-summary">
      <p>Please look at these again.</p>
      <p {...error} />
      <ul>
        {wrong.map(({ id, errors }) => (
          <li key={id}>
            <a href={`#${id}`}>{errors[0]}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
