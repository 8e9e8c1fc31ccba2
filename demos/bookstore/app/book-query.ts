// The query of the catalogue's URL, for the server and the browser.

export const genres = [
  'Fiction',
  'Mystery',
  'Science fiction',
  'Nature',
  'History',
  'Kitchen',
] as const

/** The ways to sort, by their name in the URL. */
export const sorts = {
  title: 'Title',
  newest: 'Newest first',
  rating: 'Best rated',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
} as const

/** The filters, the order and the page that a visitor chose. */
export interface BookQuery {
  search: string
  genres: string[]
  sort: keyof typeof sorts
  inStock: boolean
  page: number
}

/** Reads the query of a URL before the server has checked it. Invalid values are left out. */
export function readBookQuery(params: URLSearchParams): BookQuery {
  const sort = params.get('sort') ?? ''
  const page = Number(params.get('page'))
  const known: readonly string[] = genres

  return {
    search: (params.get('q') ?? '').trim().slice(0, 100),
    genres: params.getAll('genre').filter((genre) => known.includes(genre)),
    sort: Object.hasOwn(sorts, sort) ? (sort as BookQuery['sort']) : 'title',
    inStock: params.get('stock') === 'yes',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Writes the query of a URL, such as for another page of the same list. */
export function writeBookQuery({ search, genres, sort, inStock, page }: BookQuery): string {
  const params = new URLSearchParams()
  if (search !== '') params.set('q', search)
  for (const genre of genres) params.append('genre', genre)
  if (sort !== 'title') params.set('sort', sort)
  if (inStock) params.set('stock', 'yes')
  if (page > 1) params.set('page', String(page))
  const query = params.toString()

  return query === '' ? '' : `?${query}`
}
