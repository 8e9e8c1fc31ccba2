import { Await, json, later, Link, redirect, useLoaderData, type MetaFunction } from 'framework'
import { Auth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { AddToCart } from '../../components/add-to-cart.tsx'
import { BookGrid } from '../../components/book-card.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Reviews } from '../../components/reviews.tsx'
import { Stars } from '../../components/stars.tsx'
import { formatPrice } from '../../format.ts'
import { routes } from '../../routes.ts'
import { findBookBySlug, findRelated, type Book } from '../../server/books.ts'
import type { Args, ShopReads, WriterArgs } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { askToLogIn } from '../../server/login.ts'
import { deleteReview, findReviews, readReview, saveReview } from '../../server/reviews.ts'
import { BOOKS, readerOf, reviewsOf } from '../../server/tags.ts'

type BookArgs = Args<typeof routes.books.show>

export const meta: MetaFunction<ReturnType<typeof loader> | undefined> = ({ data }) =>
  data && { title: `${data.book.title} · Quire Books`, description: data.book.blurb }

export const handle: CrumbHandle = {
  crumb({ data }) {
    const book = (data as ReturnType<typeof loader> | undefined)?.book
    return book ? { label: book.title, to: routes.books.show.href({ slug: book.slug }) } : null
  },
}

export const reads: ShopReads<typeof routes.books.show> = ({ params, context }) => [
  BOOKS,
  reviewsOf(params.slug),
  readerOf(context),
]

export function loader({ params, context }: BookArgs) {
  const db = context.get(Database)
  const auth = context.get(Auth)
  const book = requireBook(context, params.slug)

  return {
    book,
    related: later(() => findRelated(db, book)),
    reviews: later(() => findReviews(db, book.id)),
    reader: auth.ok ? { id: auth.identity.id, name: auth.identity.name } : null,
  }
}

/** POST saves a review, and DELETE removes it. */
export async function action({
  request,
  params,
  context,
  writes,
}: WriterArgs<typeof routes.books.show>) {
  const auth = context.get(Auth)
  if (!auth.ok) return askToLogIn(context)

  const db = context.get(Database)
  const book = requireBook(context, params.slug)
  const form = await request.formData()
  if (request.method === 'DELETE') {
    deleteReview(db, book.id, auth.identity.id)
  } else {
    const { fields, errors } = readReview(form)
    if (errors) {
      writes()
      return json({ errors, fields }, 422)
    }
    saveReview(db, book.id, auth.identity.id, fields)
  }
  writes(BOOKS, reviewsOf(book.slug)) // A review changes the rating of its book.
  if (form.has('live')) return json({ errors: null, fields: null })

  context.get(Session).flash('message', 'Thank you. Your opinion counts here.')
  return redirect(`${routes.books.show.href({ slug: book.slug })}#reviews`, 303)
}

function requireBook(context: BookArgs['context'], slug: string): Book {
  const book = findBookBySlug(context.get(Database), slug)
  if (!book) throw json('There is no such book', 404)

  return book
}

export default function BookPage() {
  const { book, related, reviews, reader } = useLoaderData<typeof loader>()

  return (
    <div className="page">
      <article className="book">
        <div className="book-cover">
          <img src={book.cover} alt={`Cover of ${book.title}`} width="600" height="900" />
        </div>
        <div className="book-text">
          <p className="eyebrow">
            <Link to={`${routes.books.index.href()}?${new URLSearchParams({ genre: book.genre })}`}>
              {book.genre}
            </Link>
          </p>
          <h1>{book.title}</h1>
          <p className="by">by {book.author}</p>
          <p>
            <a className="plain" href="#reviews">
              <Stars rating={book.rating} count={book.reviewCount} />
            </a>
          </p>
          <p className="blurb">{book.blurb}</p>
          <p className="price large">{formatPrice(book.price)}</p>
          <AddToCart key={book.id} book={book} />
          {book.stock > 0 && book.stock < 5 && (
            <p className="hint">Only {book.stock} left on the shelf.</p>
          )}
          <dl className="facts">
            <div>
              <dt>Published</dt>
              <dd>{book.year}</dd>
            </div>
            <div>
              <dt>Pages</dt>
              <dd>{book.pages}</dd>
            </div>
            <div>
              <dt>Binding</dt>
              <dd>Hardback, sewn</dd>
            </div>
          </dl>
        </div>
      </article>

      <Await
        resolve={reviews}
        fallback={<section className="reviews" id="reviews" aria-busy="true" />}
        errorElement={<p className="hint">The reviews are not here right now.</p>}
      >
        {(reviews) => <Reviews key={book.id} reviews={reviews} reader={reader} slug={book.slug} />}
      </Await>

      <section className="shelf" aria-labelledby="related-title">
        <h2 id="related-title">On the same shelf</h2>
        <Await resolve={related} errorElement={null}>
          {(related) => <BookGrid books={related} />}
        </Await>
      </section>
    </div>
  )
}
