import { describe, expect } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { HeldRequest } from '../front-server.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** Forms that have one effect, and that bring the page that follows in the same response. */
export function describeOrders(createTest: CreateTest): void {
  describeWithScripts(createTest)
  describeWithoutScripts(createTest)
}

function describeWithScripts(createTest: CreateTest): void {
  const test = createTest('orders')

  describe('orders, JavaScript on', () => {
    test('a double click is one order, and one request brings its page', async ({ visitor }) => {
      const book = await fillOrder(visitor)
      const before = visitor.server.requests.length
      const held = visitor.server.hold(/once=1/)
      await visitor.click('button', 'Order')
      const order = await held.next()
      await visitor.reads('[role=status]', 'Sending …')
      await visitor.click('button', 'Order')
      order.release()
      await showsOrder(visitor, book)
      expect(pagesIn(visitor, before)).toEqual([expect.stringMatching(/^POST \/order\?_data=/)])
      expect(await countOrders(visitor, book)).toBe(1)
      await visitor.stayed()
    })

    test('a connection that is cut after the server was done, then a 502: one order', async ({
      visitor,
    }) => {
      const book = await fillOrder(visitor)
      const held = visitor.server.hold(/once=1/)
      await visitor.click('button', 'Order')
      await cutAfterwards(await held.next())
      await visitor.reads('[role=status]', 'Still sending …')
      await comeOnline(visitor)
      ;(await held.next()).respond(502, { 'Content-Type': 'text/html' }, 'Bad gateway')
      await visitor.reads('[role=status]', 'Still sending …')
      // The click joins the submission, whose next request is held until then.
      await visitor.click('button', 'Order')
      held.stop()
      await comeOnline(visitor)
      await showsOrder(visitor, book)
      expect(await countOrders(visitor, book)).toBe(1)
      await visitor.stayed()
    })

    test('a connection that is cut after the first form of a visitor, in a document for many: one order', async ({
      visitor,
    }) => {
      const book = uniqueName()
      await visitor.open('/poster')
      await visitor.fill('input[name=book]', book)
      const held = visitor.server.hold(/once=1/)
      await visitor.click('button', 'Order')
      await cutAfterwards(await held.next())
      held.stop()
      await comeOnline(visitor)
      await showsOrder(visitor, book)
      expect(await countOrders(visitor, book)).toBe(1)
    })

    test('an edited field is another order, and so is a click after the response', async ({
      visitor,
    }) => {
      const book = await fillOrder(visitor)
      const held = visitor.server.hold(/once=1/)
      await visitor.click('button', 'Order')
      await cutAfterwards(await held.next())
      await visitor.reads('[role=status]', 'Still sending …')
      const other = uniqueName()
      await visitor.fill('input[name=book]', other)
      await visitor.click('button', 'Order')
      // Before, the page would have shown the first order after a second.
      held.stop()
      await showsOrder(visitor, other)
      expect(await countOrders(visitor, book)).toBe(1)
      expect(await countOrders(visitor, other)).toBe(1)

      await visitor.back()
      await visitor.reads('h1', 'Order a book')
      await visitor.fill('input[name=book]', book)
      await visitor.click('button', 'Order')
      await showsOrder(visitor, book)
      expect(await countOrders(visitor, book)).toBe(2)
      await visitor.stayed()
    })

    test('a click after the response is another order, also in a document that the browser has kept', async ({
      visitor,
    }) => {
      const book = await fillOrder(visitor)
      await visitor.click('button', 'Order and stay')
      await visitor.reads('h1', /^Placed order/)
      await visitor.open(`/baskets/${uniqueName()}`)
      await visitor.back()
      await visitor.isAt('/order')
      await visitor.isLive()
      await visitor.fill('input[name=book]', book)
      await visitor.click('button', 'Order and stay')
      await expect.poll(() => countOrders(visitor, book)).toBe(2)
    })

    test('a message is shown by the page that follows, also if a guard refuses it or the draft is gone', async ({
      visitor,
    }) => {
      for (const [button, status] of [
        ['Keep in the vault', 'Status 403'],
        ['Delete', 'Status 410'],
      ] as const) {
        await visitor.open(`/drafts/${uniqueName()}`)
        const before = visitor.server.requests.length
        await visitor.click('button', button)
        await visitor.reads('h1', status)
        await visitor.reads('#message', 'Saved.')
        expect(pagesIn(visitor, before)).toEqual([expect.stringMatching(/^POST \/drafts\//)])
      }
    })

    test('a form that leads to its own page makes one request', async ({ visitor }) => {
      await visitor.open(`/baskets/${uniqueName()}`)
      const before = visitor.server.requests.length
      await visitor.click('button', 'Add')
      await visitor.reads('h1', '1 in the basket')
      await visitor.click('button', 'Add')
      await visitor.reads('h1', '2 in the basket')
      const post = expect.stringMatching(/^POST \/baskets\//)
      expect(pagesIn(visitor, before)).toEqual([post, post])
      await visitor.stayed()
    })
  })
}

function describeWithoutScripts(createTest: CreateTest): void {
  const test = createTest('orders', { javaScript: false })

  describe('orders, JavaScript off', () => {
    test('Back and the same again is the same order, if the browser has kept the form', async ({
      visitor,
    }) => {
      const book = await fillOrder(visitor)
      await visitor.click('button', 'Order')
      await showsOrder(visitor, book)
      await visitor.back()
      await visitor.reads('h1', 'Order a book')
      await visitor.fill('input[name=book]', book)
      await visitor.click('button', 'Order')
      await showsOrder(visitor, book)
      // A form that the browser loads again is a new one.
      const forms = visitor.server.requests.filter((line) => line === 'GET /order').length
      expect(await countOrders(visitor, book)).toBe(forms)
    })

    test('Back and an edited field is another order', async ({ visitor }) => {
      const book = await fillOrder(visitor)
      await visitor.click('button', 'Order')
      await showsOrder(visitor, book)
      await visitor.back()
      await visitor.reads('h1', 'Order a book')
      const other = uniqueName()
      await visitor.fill('input[name=book]', other)
      await visitor.click('button', 'Order')
      await showsOrder(visitor, other)
      expect(await countOrders(visitor, book)).toBe(1)
      expect(await countOrders(visitor, other)).toBe(1)
    })

    test('a message is shown by the page that follows, also if a guard refuses it', async ({
      visitor,
    }) => {
      await visitor.open(`/drafts/${uniqueName()}`)
      await visitor.click('button', 'Keep in the vault')
      await visitor.reads('h1', 'Status 403')
      await visitor.reads('#message', 'Saved.')
    })

    test('a form that leads to its own page shows it', async ({ visitor }) => {
      await visitor.open(`/baskets/${uniqueName()}`)
      await visitor.click('button', 'Add')
      await visitor.reads('h1', '1 in the basket')
    })
  })
}

/** Opens the form, and fills it with a book that no other test orders. */
export async function fillOrder(visitor: Visitor): Promise<string> {
  const book = uniqueName()
  await visitor.open('/order')
  await visitor.fill('input[name=book]', book)
  return book
}

/** Waits for the page of an order of this book. */
export async function showsOrder(visitor: Visitor, book: string): Promise<void> {
  await visitor.reads('h1', new RegExp(`^Order \\d+ of ${book}$`))
}

/** Lets the app respond, and cuts the connection before the response. */
async function cutAfterwards(request: HeldRequest): Promise<void> {
  await request.passOn()
  request.cut()
}

/** The browser repeats a submission at once, instead of after some seconds. */
async function comeOnline(visitor: Visitor): Promise<void> {
  await visitor.evaluate(() => void dispatchEvent(new Event('online')))
}

/** Returns how many orders there are of this book. */
export async function countOrders({ server }: Visitor, book: string): Promise<number> {
  return (await (await fetch(`${server.url}/count/${book}`)).json()) as number
}

/** The requests for documents and data. */
function pagesIn({ server }: Visitor, from: number): string[] {
  return server.requests.slice(from).filter((line) => !line.includes('/assets/'))
}
