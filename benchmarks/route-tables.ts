/** One route of a table that every router gets. */
export interface TableRoute {
  readonly name: string
  readonly method: string
  /** `:name` captures a segment; a final `*` matches the rest. */
  readonly path: string
  readonly params: readonly string[]
}

/** The 26 routes of a small shop. */
export const shop: readonly TableRoute[] = [
  'GET /',
  'GET /about',
  'GET /contact',
  'POST /contact',
  'GET /login',
  'POST /login',
  'POST /logout',
  'GET /books',
  'POST /books',
  'GET /books/new',
  'GET /books/:id',
  'PUT /books/:id',
  'DELETE /books/:id',
  'GET /books/:id/edit',
  'GET /books/:id/reviews',
  'POST /books/:id/reviews',
  'GET /books/:id/reviews/:review',
  'GET /authors',
  'GET /authors/:id',
  'GET /cart',
  'POST /cart',
  'GET /orders',
  'GET /orders/:id',
  'GET /api/search',
  'GET /api/users/:user/repos/:repo',
  'GET /files/*',
].map(readRoute)

/** The requests for {@link shop}. */
export const shopRequests: readonly string[] = [
  'GET /',
  'GET /about',
  'GET /books',
  'GET /books/42',
  'GET /books/42/reviews/7',
  'POST /cart',
  'GET /api/users/ada/repos/engine',
  'GET /files/images/logo.png',
]

/** Creates the routes of a large site, half of them with two params. */
export function largeTable(count: number): TableRoute[] {
  return Array.from({ length: count }, (_, i) =>
    readRoute(
      i % 2 === 0
        ? `GET /section-${i % 100}/page-${i}`
        : `GET /section-${i % 100}/thing-${i}/:id/part/:part`,
    ),
  )
}

/** Returns 26 requests for routes from all parts of a large table. */
export function largeRequests(table: readonly TableRoute[]): string[] {
  return Array.from({ length: 26 }, (_, i) => {
    // The step is odd, so that half of the routes have params.
    const { path } =
      table[Math.floor((i * (table.length - 1)) / 25 / 2) * 2 + (i % 2)] ?? table[i % 2]!
    return `GET ${path.replaceAll(':id', '42').replaceAll(':part', 'cover')}`
  })
}

function readRoute(text: string): TableRoute {
  const [method, path] = text.split(' ') as [string, string]
  return {
    name: text,
    method,
    path,
    params: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!),
  }
}
