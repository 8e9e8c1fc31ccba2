import { Form } from 'framework'
import { genres } from '../book-query.ts'
import type { BookErrors } from '../server/book-fields.ts'
import type { Book } from '../server/books.ts'
import { ErrorSummary } from './error-summary.tsx'
import { describedBy, Field, FieldError } from './field.tsx'

interface BookFormProps {
  action: string
  method: 'post' | 'put'
  /** The initial values, as text. */
  values?: Record<string, string>
  errors?: BookErrors | undefined
}

/** The form for a new or an existing book. */
export function BookForm({ action, method, values = {}, errors }: BookFormProps) {
  return (
    <Form
      className="panel stack"
      action={action}
      method={method}
      encType="multipart/form-data"
      noValidate
    >
      {errors && <ErrorSummary of={errors} text="Please look at these again." errors={errors} />}
      <Field label="Title" name="title" defaultValue={values['title']} error={errors?.title} />
      <Field label="Author" name="author" defaultValue={values['author']} error={errors?.author} />
      <div className="row">
        <div className="field">
          <label htmlFor="genre">Genre</label>
          <select
            id="genre"
            name="genre"
            defaultValue={values['genre']}
            {...describedBy('genre', errors?.genre)}
          >
            {genres.map((genre) => (
              <option key={genre}>{genre}</option>
            ))}
          </select>
          <FieldError id="genre" error={errors?.genre} />
        </div>
        <Field
          label="Year"
          name="year"
          inputMode="numeric"
          defaultValue={values['year']}
          error={errors?.year}
        />
        <Field
          label="Pages"
          name="pages"
          inputMode="numeric"
          defaultValue={values['pages']}
          error={errors?.pages}
        />
      </div>
      <div className="row">
        <Field
          label="Price in euros"
          name="price"
          inputMode="decimal"
          defaultValue={values['price']}
          error={errors?.price}
        />
        <Field
          label="Copies"
          name="stock"
          inputMode="numeric"
          defaultValue={values['stock']}
          error={errors?.stock}
        />
      </div>
      <div className="field">
        <label htmlFor="blurb">Blurb</label>
        <textarea
          id="blurb"
          name="blurb"
          rows={5}
          defaultValue={values['blurb']}
          {...describedBy('blurb', errors?.blurb)}
        />
        <FieldError id="blurb" error={errors?.blurb} />
      </div>
      <label className="choice">
        <input type="checkbox" name="pick" value="yes" defaultChecked={values['pick'] === 'yes'} />
        <span>Show it on the front page</span>
      </label>
      <Field
        label="Cover"
        name="cover"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG or WebP, up to 5 MB. Without one we draw it."
        error={errors?.cover}
      />
      <button className="button">Save</button>
    </Form>
  )
}

/** Returns the form values of a book. */
export function valuesOf(book: Book): Record<string, string> {
  const { title, author, genre, year, pages, price, stock, blurb, pick } = book

  return {
    title,
    author,
    genre,
    year: String(year),
    pages: String(pages),
    price: (price / 100).toFixed(2),
    stock: String(stock),
    blurb,
    pick: pick ? 'yes' : '',
  }
}
