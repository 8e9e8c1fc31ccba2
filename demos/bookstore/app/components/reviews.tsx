import { Link, useActionData, useFetcher, useLocation } from 'framework'
import { useEffect, useRef } from 'react'
import { formatDate } from '../format.ts'
import type { action } from '../pages/books/show.tsx'
import { routes } from '../routes.ts'
import type { Review } from '../server/reviews.ts'
import { describedBy, FieldError } from './field.tsx'
import { LiveField } from './live-field.tsx'
import { Stars } from './stars.tsx'

interface ReviewsProps {
  slug: string
  reviews: readonly Review[]
  reader: { id: number; name: string } | null
}

/** The reviews of a book, and a form for a new one. A new review shows at once, before the server has responded. */
export function Reviews({ slug, reviews, reader }: ReviewsProps) {
  const saving = useFetcher<typeof action>()
  const deleting = useFetcher()
  const submitted = useActionData<typeof action>()
  const own = reviews.find(({ user }) => user === reader?.id)
  const pending = saving.formData
  const others = reviews.filter((review) => review !== own || (!pending && !deleting.formData))
  // Without JavaScript, the response to the form is the page itself.
  const answer = saving.data ?? submitted

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
        {reader ? (
          <ReviewForm
            fetcher={saving}
            own={own}
            errors={answer?.errors}
            fields={answer?.fields ?? own}
          />
        ) : (
          <LoginHint slug={slug} />
        )}
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
  errors = null,
  fields,
}: {
  fetcher: ReturnType<typeof useFetcher<typeof action>>
  own: Review | undefined
  errors?: { rating?: string; text?: string } | null | undefined
  fields?: Pick<Review, 'rating' | 'text'> | null | undefined
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (errors) text.current?.focus()
  }, [errors])

  return (
    <fetcher.Form className="review-form panel" method="post" noValidate>
      <h3>{own ? 'Change your review' : 'Write a review'}</h3>
      <LiveField />
      <fieldset {...describedBy('rating', errors?.rating)}>
        <legend>Your rating</legend>
        <div className="star-choice">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label key={stars}>
              <input
                type="radio"
                name="rating"
                value={stars}
                defaultChecked={fields?.rating === stars}
              />
              <span>{stars}</span>
              <span aria-hidden="true">★</span>
            </label>
          ))}
        </div>
        <FieldError id="rating" error={errors?.rating} />
      </fieldset>
      <div className="field">
        <label htmlFor="text">Your words</label>
        <textarea
          id="text"
          name="text"
          rows={4}
          ref={text}
          defaultValue={fields?.text}
          {...describedBy('text', errors?.text)}
        />
        <FieldError id="text" error={errors?.text} />
      </div>
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
