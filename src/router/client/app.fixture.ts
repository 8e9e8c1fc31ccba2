import { z } from 'zod'
import { createRouter, type Router } from '../fetch-router/index.ts'
import { json, text } from '../../http/response/index.ts'
import { any, del, get, head, post, route } from '../routes/index.ts'

const Book = z.object({ slug: z.string(), title: z.string() })

export const routes = route('api', {
  books: {
    index: get('/books', {
      search: z.object({
        page: z.int().min(1).default(1),
        tag: z.array(z.string()).optional(),
        near: z.object({ lat: z.number() }).optional(),
      }),
      returns: z.object({ page: z.number(), url: z.string() }),
    }),
    show: get('/books/:slug', { returns: { 200: Book, 404: z.object({ error: z.string() }) } }),
    create: post('/books', {
      body: z.object({
        title: z.string().trim().min(1),
        pages: z.int(),
        at: z.object({ shelf: z.string() }).optional(),
        cover: z.file().optional(),
        more: z.array(z.file()).optional(),
      }),
      returns: { 201: Book },
    }),
    destroy: del('/books/:slug'),
  },
  number: get('/numbers/:id', { params: z.object({ id: z.int() }), returns: z.number() }),
  echo: post('/echo'),
  status: get('/status/:status'),
  probe: head('/probe'),
  broken: { plain: get('/broken'), declared: get('/html', { returns: Book }) },
  endless: get('/endless'),
  page: any('/page'),
})

/** An API with one route for each thing that a client must understand. */
export function createApi(): Router {
  const router = createRouter()
  router.map(routes.books, {
    actions: {
      index: ({ input, url }) => json({ page: input.search.page, url: url.pathname + url.search }),
      show: ({ params: { slug } }) =>
        slug === 'none' ? json({ error: 'none' }, 404) : json({ slug, title: slug }),
      create: async ({ input: { body }, headers }) => {
        const cover = body.cover && `${body.cover.name}: ${await body.cover.text()}`
        const title = [body.title, body.pages, body.at?.shelf, cover, body.more?.length].join('|')
        return json({ slug: headers.get('Content-Type')!.split(';')[0]!, title }, 201)
      },
      destroy: () => new Response(null, { status: 204 }),
    },
  })
  router.map(routes.number, ({ input }) => json(input.params.id / 2))
  router.map(routes.echo, ({ headers }) => json(Object.fromEntries(headers)))
  router.map(routes.status, ({ params }) => text('a text', Number(params.status)))
  router.map(
    routes.probe,
    () => new Response(null, { headers: { 'Content-Type': 'application/json' } }),
  )
  router.map(
    routes.broken.plain,
    () => new Response('{', { headers: { 'Content-Type': 'application/json' } }),
  )
  router.map(routes.broken.declared, () => text('<h1>Sign in</h1>'))

  router.map(routes.endless, () => {
    const spaces = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(' '))
        await new Promise((resolve) => setTimeout(resolve, 20))
      },
    })
    return new Response(spaces, { headers: { 'Content-Type': 'application/json' } })
  })

  return router
}
