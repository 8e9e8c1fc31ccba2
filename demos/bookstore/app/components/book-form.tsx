import { Form, useDraft, type FormFieldsOf, type FormProps } from 'framework'
import type { InputOf } from 'framework/contract'
import type { BookAction } from '../contracts.server.ts'
import type { Book } from '../server/books.ts'
import type { Contributor } from '../server/contributors.ts'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { Kept } from './kept.tsx'

interface BookFormProps extends FormFieldsOf<InputOf<typeof BookAction>> {
  action: string
  method: FormProps['method']
}

/** The form for a new or an existing book. */
export function BookForm({ action, method, form, fields, error }: BookFormProps) {
  return (
    <Form className="panel stack" action={action} method={method} {...form}>
      <button hidden /> {/* Enter presses the first button. */}
      <ErrorSummary error={error} fields={fields} />
      <input {...fields.intent.hidden} />
      <Field of={fields.title} />
      <Field of={fields.author} />
      <Contributors of={fields.contributors} />
      <div className="row">
        <Field of={fields.genre}>
          <select {...fields.genre.select}>
            {fields.genre.options.map((genre) => (
              <option key={genre}>{genre}</option>
            ))}
          </select>
        </Field>
        <Field of={fields.year} />
        <Field of={fields.pages} />
      </div>
      <div className="row">
        <Field of={fields.price} />
        <Field of={fields.stock} />
      </div>
      <Field of={fields.blurb}>
        <textarea {...fields.blurb.textarea} rows={5} />
      </Field>
      <label className="choice">
        <input {...fields.pick.input} />
        <span>Show it on the front page</span>
      </label>
      <Field of={fields.cover} />
      <Kept draft={useDraft(form.id)} />
      <button className="button">Save</button>
    </Form>
  )
}

type ListOfContributors = BookFormProps['fields']['contributors']

/** The people besides the author: as many rows as there are. */
function Contributors({ of: list }: { of: ListOfContributors }) {
  return (
    <fieldset className="stack">
      <legend>Contributors</legend>
      {list.rows.map(({ key, fields: { name, role }, hidden, remove }, at) => (
        <div className="row" key={key} role="group" aria-label={`Contributor ${at + 1}`}>
          <input {...hidden} />
          <Field of={name} />
          <Field of={role}>
            <select {...role.select}>
              {role.options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </Field>
          <button className="link-button" {...remove} aria-label={`Remove contributor ${at + 1}`}>
            Remove
          </button>
        </div>
      ))}
      <p className="field-error" {...list.error} />
      <button className="button quiet" {...list.add}>
        Add a contributor
      </button>
    </fieldset>
  )
}

/** Returns the values of the form for a book. */
export function valuesOf({ price, ...book }: Book, contributors: readonly Contributor[]) {
  return { ...book, contributors, price: (price / 100).toFixed(2) }
}
