import { Link, useDraft, useFetcher, useFields, useLocation } from 'framework'
import { formatDate } from '../format.ts'
import type { contract } from '../pages/books/show.tsx'
import { routes } from '../routes.ts'
import type { Review } from '../server/reviews.ts'
import { Field } from './field.tsx'
import { Kept } from './kept.tsx'
import { LiveField } from './live-field.tsx'
import { Stars } from './stars.tsx'

interface ReviewsProps {
  slug: string
  reviews: readonly Review[]
  reader: { id: number; name: string } | null
}

/** The reviews of a book, and a form for a new one. A new review shows at once, before the server has responded. */
export function Reviews({ slug, reviews, reader }: ReviewsProps) {
  const saving = useFetcher()
  const deleting = useFetcher()
  const own = reviews.find(({ user }) => user === reader?.id)
  const pending = saving.formData
  const others = reviews.filter((review) => review !== own || (!pending && !deleting.formData))

  return (
    <section className="reviews" id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">What readers say</h2>
      <div className="reviews-columns">
        <ul className="review-list">
          {pending && reader && (
            <li className="review pending" aria-busy="true">
              <ReviewText
                name={reader.name}
                note="Being saved…"
                rating={Number(pending.get('rating'))}
                text={String(pending.get('text'))}
              />
            </li>
          )}
          {others.map((review) => (
            <li className="review" key={review.id}>
              <ReviewText {...review} note={formatDate(review.written)} />
              {review === own && (
                <deleting.Form method="delete">
                  <input type="hidden" name="intent" value="delete" />
                  <LiveField />
                  <button className="link-button">Delete my review</button>
                </deleting.Form>
              )}
            </li>
          ))}
          {others.length === 0 && !pending && (
            <li className="review">Nobody has said a word yet.</li>
          )}
        </ul>
        {reader ? <ReviewForm fetcher={saving} own={own} /> : <LoginHint slug={slug} />}
      </div>
    </section>
  )
}

function ReviewText({
  name,
  note,
  rating,
  text,
}: Pick<Review, 'name' | 'rating' | 'text'> & { note: string }) {
  return (
    <>
      <p className="review-head">
        <strong>{name}</strong> <Stars rating={rating} /> <small>{note}</small>
      </p>
      <p>{text}</p>
    </>
  )
}

function ReviewForm({
  fetcher,
  own,
}: {
  fetcher: ReturnType<typeof useFetcher>
  own: Review | undefined
}) {
  const { form, fields } = useFields<typeof contract>({ form: 'save', values: own })

  return (
    <fetcher.Form className="review-form panel" method="post" draft="review" {...form}>
      <h3>{own ? 'Change your review' : 'Write a review'}</h3>
      <input {...fields.intent.hidden} />
      <LiveField />
      <fieldset>
        <legend>Your rating</legend>
        <div className="star-choice">
          {fields.rating.options.map((stars) => (
            <label key={stars}>
              <input {...fields.rating.option(stars)} />
              <span>{stars}</span>
              <span aria-hidden="true">★</span>
            </label>
          ))}
        </div>
        <p className="field-error" {...fields.rating.error} />
      </fieldset>
      <Field of={fields.text}>
        <textarea {...fields.text.textarea} rows={4} />
      </Field>
      {fetcher.invalid?.errors.map(({ name, message }) => (
        <p className="field-error" role="alert" key={name}>
          {message}
        </p>
      ))}
      <Kept draft={useDraft(form.id)} />
      <button className="button" disabled={fetcher.state === 'submitting'}>
        {own ? 'Save' : 'Publish'}
      </button>
    </fetcher.Form>
  )
}

function LoginHint({ slug }: { slug: string }) {
  const { pathname } = useLocation()
  const next = `${pathname || routes.books.show.href({ slug })}#reviews`

  return (
    <p className="panel">
      <Link to={`${routes.login.index.href()}?${new URLSearchParams({ next })}`}>Log in</Link> to
      write a review.
    </p>
  )
}
