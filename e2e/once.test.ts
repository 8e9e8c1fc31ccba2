import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { countOrders, describeOrders, fillOrder, showsOrder } from './engines/cases/orders.ts'
import { launchChromium } from './engines/chromium.ts'
import { useEngine } from './engines/visitor.ts'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { launchOptions } from './setup/browser.ts'
import { uniqueName } from './support/unique-name.ts'

let app: RunningApp

beforeAll(async () => {
  const folder = join(inject('workspace'), 'orders')
  await buildApp(folder)
  app = await startApp(folder, 'start')
})
afterAll(() => app.stop())

const createTest = useEngine(
  () => launchChromium(launchOptions()),
  () => app.url,
)

describeOrders(createTest)

// The drivers of the other browsers cannot click while a document loads, and Firefox asks before it sends a form again.
describe('documents that are sent again, JavaScript late', () => {
  const test = createTest('orders')

  test('a click before and one after the client router starts are one order', async ({
    visitor,
  }) => {
    const { server } = visitor
    const scripts = server.hold(/\.js$/)
    await visitor.goto('/order')
    const book = uniqueName()
    await visitor.fill('input[name=book]', book)
    const documents = server.hold(/^\/order$/)
    await visitor.click('button', 'Order')
    const first = await documents.next()
    await first.passOn()
    scripts.stop()
    await expect
      .poll(async () => {
        await visitor.clickAgain()
        return server.requests.some((line) => line.includes('once=1'))
      })
      .toBe(true)
    first.release()
    documents.stop()
    await showsOrder(visitor, book)
    expect(await countOrders(visitor, book)).toBe(1)
  })
})

describe('documents that are sent again, JavaScript off', () => {
  const test = createTest('orders', { javaScript: false })

  test('a double click is one order', async ({ visitor }) => {
    const book = await fillOrder(visitor)
    const held = visitor.server.hold(/^\/order$/)
    await visitor.click('button', 'Order')
    await (await held.next()).passOn()
    await visitor.clickAgain()
    ;(await held.next()).release()
    await showsOrder(visitor, book)
    expect(await countOrders(visitor, book)).toBe(1)
  })

  test('a reloaded response is the same order', async ({ visitor }) => {
    const book = await fillOrder(visitor)
    await visitor.click('button', 'Order and stay')
    await visitor.reads('h1', /^Placed order/)
    const [placed] = await visitor.texts('h1')
    const posts = () => visitor.server.requests.filter((line) => line === 'POST /order').length
    await visitor.reload()
    await expect.poll(posts).toBe(2)
    await visitor.reads('h1', placed!)
    expect(await countOrders(visitor, book)).toBe(1)
  })
})
