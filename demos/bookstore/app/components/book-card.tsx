import { Link } from 'framework'
import { formatPrice } from '../format.ts'
import { routes } from '../routes.ts'
import type { Book } from '../server/books.ts'
import { Stars } from './stars.tsx'

/** The fields of a book that a list shows. */
export type BookSummary = Pick<
  Book,
  'slug' | 'title' | 'author' | 'price' | 'stock' | 'cover' | 'rating' | 'reviewCount'
>

export function BookCard({ book, isEager = false }: { book: BookSummary; isEager?: boolean }) {
  return (
    <article className="card">
      <Link
        className="card-link"
        to={routes.books.show.href({ slug: book.slug })}
        prefetch="intent"
      >
        <span className="cover">
          <img
            src={book.cover}
            alt=""
            width="600"
            height="900"
            loading={isEager ? 'eager' : 'lazy'}
          />
        </span>
        <span className="card-title">{book.title}</span>
      </Link>
      <p className="card-author">{book.author}</p>
      <p className="card-facts">
        <span className="price">{formatPrice(book.price)}</span>
        {book.stock === 0 ? (
          <span className="sold-out">Sold out</span>
        ) : (
          <Stars rating={book.rating} count={book.reviewCount} />
        )}
      </p>
    </article>
  )
}

export function BookGrid({ books }: { books: readonly BookSummary[] }) {
  return (
    <ul className="grid">
      {books.map((book, i) => (
        <li key={book.slug}>
          <BookCard book={book} isEager={i < 4} />
        </li>
      ))}
    </ul>
  )
}
