import { Link, useLoaderData } from 'framework'
import { genres } from '../book-query.ts'
import { BookGrid } from '../components/book-card.tsx'
import { countOf } from '../format.ts'
import { routes } from '../routes.ts'
import { countByGenre, findNewest, findPicks } from '../server/books.ts'
import type { Args, ShopReads } from '../server/context.ts'
import { Database } from '../server/database.ts'
import { BOOKS } from '../server/tags.ts'

export const reads: ShopReads = { tags: () => [BOOKS], query: [] }

export async function loader({ context }: Args) {
  const db = context.get(Database)

  const [picks, newest, counts] = await Promise.all([
    findPicks(db),
    findNewest(db),
    countByGenre(db),
  ])

  return { picks, newest, counts }
}

export default function Home() {
  const { picks, newest, counts } = useLoaderData<typeof loader>()

  return (
    <>
      <section className="hero">
        <div className="hero-text">
          <h1>Books for the long way home</h1>
          <p className="lead">
            A small shop with good lamps. We read everything before we put it on the shelf, so you
            can start anywhere.
          </p>
          <p className="actions">
            <Link className="button" to={routes.books.index.href()} prefetch="intent">
              Browse the catalogue
            </Link>
            <a className="button quiet" href="#picks">
              What we are reading
            </a>
          </p>
        </div>
        <div className="fan" aria-hidden="true">
          {picks.slice(0, 3).map(({ slug, cover }) => (
            <img key={slug} src={cover} alt="" width="600" height="900" />
          ))}
        </div>
      </section>

      <section className="shelf" id="picks" aria-labelledby="picks-title">
        <h2 id="picks-title">What we are reading</h2>
        <BookGrid books={picks} />
      </section>

      <section className="shelf" aria-labelledby="genres-title">
        <h2 id="genres-title">Find your shelf</h2>
        <ul className="genres">
          {genres.map((genre) => (
            <li key={genre}>
              <Link
                to={routes.books.index.href(null, { search: { genre: [genre] } })}
                prefetch="intent"
              >
                <span>{genre}</span>
                <small>{countOf(counts[genre] ?? 0, 'book')}</small>
              </Link>
            </li>
          ))}
        </ul>
      </section>

      <section className="shelf" aria-labelledby="newest-title">
        <h2 id="newest-title">Fresh from the printer</h2>
        <BookGrid books={newest} />
      </section>
    </>
  )
}
