import { useEffect, useState } from 'react'
import { routes } from '../routes.ts'
import type { Book } from '../server/books.ts'

/** Returns the stock of a book, and follows it while the page is visible. Without JavaScript it stays as it was loaded. */
export function useStock(book: Pick<Book, 'slug' | 'stock'>): number {
  const { slug } = book
  const [latest, setLatest] = useState<typeof book>()

  useEffect(() => {
    let events: EventSource | undefined
    // A browser has six connections to a server with HTTP/1.1. A hidden tab must not occupy one.
    function follow() {
      events?.close()
      if (document.hidden) return
      events = new EventSource(routes.books.stock.href({ slug }))
      events.addEventListener('message', ({ data }) => setLatest({ slug, stock: Number(data) }))
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      events?.close()
    }
  }, [slug])

  return latest?.slug === slug ? latest.stock : book.stock
}
