import { Form, type FormFieldsOf, type FormProps } from 'framework'
import type { InputOf } from 'framework/contract'
import type { BookAction } from '../contracts.server.ts'
import type { Book } from '../server/books.ts'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'

interface BookFormProps extends FormFieldsOf<InputOf<typeof BookAction>> {
  action: string
  method: FormProps['method']
}

/** The form for a new or an existing book. */
export function BookForm({ action, method, form, fields, error }: BookFormProps) {
  return (
    <Form className="panel stack" action={action} method={method} {...form}>
      <ErrorSummary error={error} fields={fields} />
      <input {...fields.intent.hidden} />
      <Field of={fields.title} />
      <Field of={fields.author} />
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
      <button className="button">Save</button>
    </Form>
  )
}

/** Returns the values of the form for a book. */
export function valuesOf({ price, ...book }: Book): object {
  return { ...book, price: (price / 100).toFixed(2) }
}
