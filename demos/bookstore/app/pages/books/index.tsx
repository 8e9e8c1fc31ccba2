import { Form, Link, useLoaderData, useSubmit, useTransition, type MetaFunction } from 'framework'
import type { ChangeEvent } from 'react'
import { genres, readBookQuery, sorts, writeBookQuery, type BookQuery } from '../../book-query.ts'
import { BookGrid } from '../../components/book-card.tsx'
import { useIsLive } from '../../components/use-is-live.ts'
import { countOf } from '../../format.ts'
import { routes } from '../../routes.ts'
import { countByGenre, findBooks } from '../../server/books.ts'
import type { Args, ShopReads } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { BOOKS } from '../../server/tags.ts'

export const meta: MetaFunction = () => ({ title: 'Catalogue · Quire Books' })

export const reads: ShopReads = {
  tags: () => [BOOKS],
  query: ['q', 'genre', 'sort', 'stock', 'page'],
}

export async function loader({ input, context }: Args<typeof routes.books.index>) {
  const db = context.get(Database)
  const query = input.search

  return { query, counts: await countByGenre(db), ...(await findBooks(db, query)) }
}

export default function Catalogue() {
  const { query, books, total, pageCount, counts } = useLoaderData<typeof loader>()
  const isFiltered = writeBookQuery({ ...query, page: 1, sort: 'title' }) !== ''

  return (
    <div className="page catalogue">
      <Filters query={query} counts={counts} />
      <section aria-labelledby="catalogue-title">
        <header className="list-head">
          <h1 id="catalogue-title">
            {query.search === '' ? 'All our books' : `Books about “${query.search}”`}
          </h1>
          <p role="status">
            {countOf(total, 'book')}
            {isFiltered && (
              <>
                {' · '}
                <Link to={routes.books.index.href()}>Show all</Link>
              </>
            )}
          </p>
        </header>
        {books.length > 0 ? (
          <BookGrid books={books} />
        ) : (
          <p className="lead">
            Nothing on our shelves is like that. Try fewer words, or another shelf.
          </p>
        )}
        <Pagination query={query} pageCount={pageCount} />
      </section>
    </div>
  )
}

function Filters({ query, counts }: { query: BookQuery; counts: Record<string, number> }) {
  const shown = usePendingQuery() ?? query
  const submit = useSubmit()
  const isLive = useIsLive()
  const apply = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    submit(currentTarget.form!, { preventScrollReset: true })

  const choices = shown.genres.length + Number(shown.inStock)
  return (
    // Closed on a phone, so that books come first. A wide page always shows the form.
    <details className="filters">
      <summary>
        Filter and sort
        {choices > 0 && <span className="badge">{choices}</span>}
      </summary>
      <Form action={routes.books.index.href()} aria-label="Filters">
        {query.search !== '' && <input type="hidden" name="q" value={query.search} />}
        <fieldset>
          <legend>Shelf</legend>
          {genres.map((genre) => (
            <label className="choice" key={genre}>
              <input
                type="checkbox"
                name="genre"
                value={genre}
                checked={shown.genres.includes(genre)}
                onChange={apply}
              />
              <span>{genre}</span>
              <small>{counts[genre] ?? 0}</small>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Availability</legend>
          <label className="choice">
            <input
              type="checkbox"
              name="stock"
              value="yes"
              checked={shown.inStock}
              onChange={apply}
            />
            <span>In stock</span>
          </label>
        </fieldset>
        <div className="field">
          <label htmlFor="sort">Sort by</label>
          <select id="sort" name="sort" value={shown.sort} onChange={apply}>
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {!isLive && <button className="button quiet">Apply</button>}
      </Form>
    </details>
  )
}

/** Returns the query of the pending navigation, if there is one. */
function usePendingQuery(): BookQuery | undefined {
  const { location } = useTransition()

  return location?.pathname === routes.books.index.href()
    ? readBookQuery(new URLSearchParams(location.search))
    : undefined
}

function Pagination({ query, pageCount }: { query: BookQuery; pageCount: number }) {
  if (pageCount < 2) return null
  const current = Math.min(query.page, pageCount)

  return (
    <nav className="pagination" aria-label="Pages">
      <ol>
        {Array.from({ length: pageCount }, (_, i) => i + 1).map((page) => (
          <li key={page}>
            <Link
              to={routes.books.index.href() + writeBookQuery({ ...query, page })}
              prefetch="intent"
              aria-label={`Page ${page}`}
              aria-current={page === current ? 'page' : undefined}
            >
              {page}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
