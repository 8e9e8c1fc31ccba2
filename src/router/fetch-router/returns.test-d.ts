// Only types are checked: nothing here runs.
import { z } from 'zod'
import type { Schema } from '../contract/index.ts'
import { json, redirect, text } from '../../http/response/index.ts'
import { get, post, route } from '../routes/index.ts'
import { createAction, createController, createRouter } from './index.ts'

const Book = z.object({
  title: z.string(),
  kind: z.enum(['novel', 'guide']),
  at: z.string(),
  note: z.string().optional(),
  tags: z.array(z.string()),
})
const Missing = z.object({ error: z.literal('missing') })
const routes = route({
  list: get('/books', { returns: z.array(Book) }),
  show: get('/books/:slug', { returns: { 200: Book, 404: Missing } }),
  create: post('/books', { returns: { 201: Book } }),
  count: get('/count', { returns: z.number() }),
  dated: get('/dated', { returns: z.object({ at: z.coerce.date() }) }),
  plain: get('/plain'),
})
interface Row {
  title: string
  kind: 'novel' | 'guide'
  at: Date
  note?: string | undefined
  tags: readonly string[]
}
declare const row: Row
declare const isThere: boolean
declare const status: number
const router = createRouter()

// What fits: literals, dates that become strings, missing members, and other statuses that are declared.
router.map(routes, {
  actions: {
    list: () => json([row, { title: 'Dune', kind: 'novel', at: 'now', tags: [] }]),
    show: async () => (isThere ? json(row) : json({ error: 'missing' }, 404)),
    create: { handler: () => json({ ...row, note: undefined }, { status: 201 }) },
    count: () => json(1),
    dated: () => json({ at: new Date() }),
    plain: () => json({ anything: 1 }, 418),
  },
})
router.get(routes.show, () => json(row, status))
router.get(routes.show, () => json<Row>(row, 200))

// Responses whose type says nothing about their JSON.
router.get(routes.show, () => redirect('/books'))
router.get(routes.show, () => text('x', 404))
router.get(routes.show, () => new Response())
router.get(routes.show, async () => fetch('https://example.com'))
router.get(routes.show, (): Response => json({ title: 1 }))

// @ts-expect-error the title is a number
router.get(routes.show, () => json({ ...row, title: 1 }))
// @ts-expect-error the kind is not one of two
router.get(routes.show, () => json({ ...row, kind: 'poem' }))
// @ts-expect-error members are missing
router.get(routes.show, async () => json({ title: 'Dune' }))
// @ts-expect-error this is for another status
router.get(routes.show, () => json(row, 404))
// @ts-expect-error the status is not declared
router.get(routes.show, () => json({ error: 'gone' }, 410))
// @ts-expect-error only 201 is declared
router.post(routes.create, () => json(row))
// @ts-expect-error only 201 is declared
router.post(routes.create, { handler: () => json(row, { status: 200 }) })
// @ts-expect-error a string is not a number
router.get(routes.count, () => json('1'))
// @ts-expect-error one of them is wrong
router.get(routes.show, () => (isThere ? json(row) : json({ error: 'x' }, 404)))
// @ts-expect-error a list of numbers
router.get(routes.list, () => json([1]))
// @ts-expect-error a date is not a number
createAction(routes.dated, () => json({ at: 1 }))
createController(route({ count: routes.count }), {
  // @ts-expect-error a string is not a number
  actions: { count: () => json('1') },
})
declare const Typed: Schema<{ raw: string }, { id: number }>
// @ts-expect-error the output counts
router.map(get('/typed', { returns: Typed }), () => json({ raw: 'x' }))
router.map(get('/typed', { returns: Typed }), () => json({ id: 1 }))

// Params have to be those of the pattern, and of the section around it.
const wrong = get('/books/:id', { params: z.object({ idd: z.string() }) })
// @ts-expect-error 'the pattern has no param': 'idd'
router.map(wrong, ({ input }) => text(input.params.idd))
const inShop = get('/books/:id', { params: z.object({ shop: z.string(), id: z.string() }) })
router.mount('/:shop', (shop) => shop.map(inShop, ({ input }) => text(input.params.shop)))
