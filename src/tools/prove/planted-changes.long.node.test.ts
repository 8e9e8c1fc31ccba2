import { prove } from './prove.fixture.ts'
import { describe, expect, it } from 'vitest'
import { createRouter, type Router } from '../../router/fetch-router/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'

const page = (body: string): Response =>
  new Response(`<!doctype html>${body}`, { headers: { 'Content-Type': 'text/html' } })

/** A shop whose list can be changed. */
function createShop(change: (router: Router, books: string[]) => void): () => Router {
  return () => {
    const books = ['Dune', 'Emma', 'Ulysses']
    const router = createRouter()
    router.get('/books', () =>
      page(`<a href="/books/Dune">Dune</a> ${books.join(', ')} <i nonce="${Math.random()}"></i>`),
    )
    change(router, books)
    return router
  }
}

describe('framework prove', () => {
  it('finds a GET request that removes what another page shows', async () => {
    const { faults } = await prove(
      createShop((router, books) => {
        router.get('/books/:title/delete', ({ params }) => {
          const index = books.indexOf(params.title)
          if (index !== -1) books.splice(index, 1)
          return redirect('/books')
        })
        router.get('/books/:title', ({ params }) => page(params.title.replaceAll('<', '')))
      }),
      { time: 0 },
    )
    expect(faults).toMatchObject([
      {
        rule: 'safe',
        routes: ['GET /books/:title/delete'],
        says: expect.stringMatching(/^changed what GET \/books shows: "Dune,.*" is gone$/),
        curl: "curl --path-as-is 'http://localhost:3000/books/Dune/delete'\n    curl --path-as-is 'http://localhost:3000/books'",
      },
    ])
  })

  it('finds a GET request that changes one of many pages', async () => {
    const { faults } = await prove(
      () => {
        let banner = 'Welcome to the shop'
        const router = createRouter()
        for (let i = 0; i < 30; i++) router.get(`/a${i}`, () => page(`page number ${i}`))
        router.get('/shop/banner', () => page(banner))
        router.get('/shop/banner/reset', () => {
          banner = 'Nothing to see'
          return text('done')
        })
        return router
      },
      { time: 0 },
    )
    expect(faults).toMatchObject([{ rule: 'safe', routes: ['GET /shop/banner/reset'] }])
  })

  it('finds a GET request that counts', async () => {
    const { faults } = await prove(() => {
      let likes = 0
      const router = createRouter()
      router.get('/stats', () => json({ likes }))
      router.get('/like', () => {
        likes += 1
        return new Response(null, { status: 204 })
      })
      return router
    })
    expect(faults).toMatchObject([{ rule: 'safe', routes: ['GET /like'] }])
  })

  it('does not blame pages that differ each time, show the time, or count their visitors', async () => {
    const { faults } = await prove(
      createShop((router) => {
        let visits = 0
        let views = 0
        let reads = 0
        // Two reads in a row have as many words.
        router.get('/random', () => text(`${Math.random()} `.repeat(1 + ((reads++ >> 1) % 9))))
        router.get('/time', () => json({ now: Date.now() }))
        router.get('/visits', () => text(`visit ${++visits}`))
        router.get('/popular', () => page(`seen ${views} times`))
        router.get('/show', () => page(`seen ${++views} times`))
        router.get('/old', () => redirect('/books'))
        router.get('/api/books', () => json(['Dune']))
      }),
    )
    expect(faults).toEqual([])
  })

  it('does not blame a GET request for what a POST request has changed', async () => {
    const create = createShop((router, books) => {
      router.post('/books', () => {
        books.push('Middlemarch')
        return redirect('/books')
      })
      router.get('/books/:title/reviews', () => json([]))
    })
    expect((await prove(create, { writes: true })).faults).toEqual([])
  })
})
