import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openLiveStream } from './support/live-stream.ts'
import { startShop, stop } from './support/shop.ts'

describe('start.ts', () => {
  it('says where to look in its last line', async () => {
    const shop = await startShop()
    expect(shop.output().trimEnd().split('\n').at(-1)).toBe(`Listening on ${shop.url}`)
    await shop.close()
  })

  it('says that a port is in use and uses the next', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, resolve))
    const { port } = other.address() as AddressInfo
    const shop = await startShop({ PORT: String(port) })
    expect(shop.output()).toContain(`Port ${port} is in use`)
    expect(Number(new URL(shop.url).port)).toBeGreaterThan(port)
    await shop.close()
    other.close()
  })

  it('stops at once on Ctrl-C, also while a browser is connected and shows a live page', async () => {
    const shop = await startShop()
    await (await fetch(shop.url)).text() // This leaves a connection open.
    const send = (path: string): Promise<Response> => fetch(shop.url + path)
    const stream = await openLiveStream(send, '/books/the-salt-ledger', 'pages/books/show')
    await stop(shop.process, 'SIGINT')
    expect(await stream.text()).toMatch(/data: \[\]\n\nretry: \d{4}\n\n$/)
    await expect(fetch(shop.url)).rejects.toThrow('fetch failed')
    await shop.close()
  })

  it('opens the same shop again: nothing is made up twice', async () => {
    const first = await startShop()
    await stop(first.process)
    const second = await startShop({ DATA_DIR: first.directory })
    const { total } = await (await fetch(`${second.url}/api/books`)).json()
    expect(total).toBe(24)
    await second.close()
  })
})
