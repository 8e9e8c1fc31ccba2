import { eventStream } from 'framework/live'
import type { routes } from '../../routes.ts'
import type { Args } from '../../server/context.ts'
import { Database } from '../../server/database.ts'
import { requireBookBySlug } from '../../server/require-book.ts'
import { watchStock } from '../../server/stock.ts'

/** Streams the stock of a book. The first event has the current value, so nothing is lost after a break. */
export async function loader({
  params,
  context,
}: Args<typeof routes.books.stock>): Promise<Response> {
  const { slug } = await requireBookBySlug(context, params.slug)

  return eventStream(context, async function* ({ signal }) {
    for await (const stock of watchStock(context.get(Database), slug, signal)) yield { data: stock }
  })
}
