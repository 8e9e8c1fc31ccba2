import {
  Await,
  later,
  Link,
  redirect,
  useLoaderData,
  type ActionArgs,
  type MetaFunction,
} from 'framework'
import { Auth, type ContextWithRequiredAuth } from 'framework/auth-middleware'
import { Session } from 'framework/session'
import { AddToCart } from '../../components/add-to-cart.tsx'
import { BookGrid } from '../../components/book-card.tsx'
import type { CrumbHandle } from '../../components/breadcrumbs.tsx'
import { Reviews } from '../../components/reviews.tsx'
import { Stars } from '../../components/stars.tsx'
import { ReviewAction } from '../../contracts.server.ts'
import { formatPrice } from '../../format.ts'
import { routes } from '../../routes.ts'
import { findRelated } from '../../server/books.ts'
import { findContributors } from '../../server/contributors.ts'
import type { Args, ShopContext, ShopReads } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { requireLoginToWrite } from '../../server/login.ts'
import { requireBookBySlug } from '../../server/require-book.ts'
import { deleteReview, findReviews, saveReview } from '../../server/reviews.ts'
import { BOOKS, readerOf, reviewsOf } from '../../server/tags.ts'
import type { User } from '../../server/users.ts'

type BookArgs = Args<typeof routes.books.show>
/** Only users who are logged in may write. */
type ReviewArgs = ActionArgs<
  typeof routes.books.show,
  typeof contract,
  ContextWithRequiredAuth<ShopContext, User>
>

export const contract = { body: ReviewAction }

export const middleware = [requireLoginToWrite]

export const meta: MetaFunction<Awaited<ReturnType<typeof loader>> | undefined> = ({ data }) =>
  data && { title: `${data.book.title} · Quire Books`, description: data.book.blurb }

export const handle: CrumbHandle = {
  crumb({ data }) {
    const book = (data as Awaited<ReturnType<typeof loader>> | undefined)?.book
    return book ? { label: book.title, to: routes.books.show.href({ slug: book.slug }) } : null
  },
}

/** The copies on the shelf and the reviews change while a visitor looks at the page. */
export const live = true

export const reads: ShopReads<typeof routes.books.show> = ({ params, context }) => [
  BOOKS,
  reviewsOf(params.slug),
  readerOf(context),
]

export async function loader({ params, context }: BookArgs) {
  const db = context.get(Database)
  const auth = context.get(Auth)
  const book = await requireBookBySlug(context, params.slug)

  return {
    book,
    contributors: await findContributors(db, book.id),
    related: later(() => findRelated(db, book)),
    reviews: later(() => findReviews(db, book.id)),
    reader: auth.ok ? { id: auth.identity.id, name: auth.identity.name } : null,
  }
}

/** Saves or deletes a review. */
export async function action({ input, params, context, writes }: ReviewArgs) {
  const { identity } = context.get(Auth)
  const db = context.get(Database)
  const book = await requireBookBySlug(context, params.slug)
  if (input.body.intent === 'delete') await deleteReview(db, book.id, identity.id)
  else await saveReview(db, book.id, identity.id, input.body)
  writes(BOOKS, reviewsOf(book.slug)) // A review changes the rating of its book.
  if (input.body.live) return null

  context.get(Session).flash('message', 'Thank you. Your opinion counts here.')
  return redirect(`${routes.books.show.href({ slug: book.slug })}#reviews`, 303)
}

export default function BookPage() {
  const { book, contributors, related, reviews, reader } = useLoaderData<typeof loader>()
  const { stock } = book

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
          {stock > 0 && stock < 5 && <p className="hint">Only {stock} left on the shelf.</p>}
          <dl className="facts">
            {contributors.map(({ name, role }, at) => (
              <div key={at}>
                <dt>{role}</dt>
                <dd>{name}</dd>
              </div>
            ))}
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
            <div>
              <dt>On the shelf</dt>
              <dd aria-live="polite">{stock === 1 ? '1 copy' : `${stock} copies`}</dd>
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
