import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createRouter } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { json } from '../../http/response/index.ts'
import { get, post, route } from '../../router/routes/index.ts'
import { serve, type RunningServer } from './index.ts'

const Book = z.object({ title: z.string().min(1), pages: z.int(), cover: z.file().optional() })
const routes = route({
  index: get('/books', { search: z.object({ page: z.int().default(1) }) }),
  create: post('/books', { body: Book }),
})

let server: RunningServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(handler = vi.fn()) {
  const router = createRouter()
  router.map(routes, {
    actions: {
      index: ({ input }) => json(input),
      async create({ input, request }) {
        handler()
        const isForm = request.headers.get('Content-Type') !== 'application/json'
        const sent = isForm ? (await request.formData()).get('title') : await request.json()
        return json({ input: { ...input.body, cover: await input.body.cover?.text() }, sent })
      },
    },
  })
  server = await serve(router, { port: 0, quiet: true, handleSignals: false })
  return { url: `http://localhost:${server.port}/books`, port: server.port }
}

describe('a contract behind a server', () => {
  it('reads JSON, urlencoded and multipart bodies once, and leaves them readable', async () => {
    const { url } = await start()
    const send = async (body: BodyInit, type?: string) => {
      const init = { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) }
      return (await fetch(url, init)).json()
    }
    const sent = { title: 'Dune', pages: 412 }
    expect(await send(JSON.stringify(sent), 'application/json')).toEqual({ input: sent, sent })
    expect(await send(new URLSearchParams({ title: 'Dune', pages: '412' }))).toEqual({
      input: sent,
      sent: 'Dune',
    })
    const multipart = new FormData()
    multipart.append('title', 'Dune')
    multipart.append('pages', '412')
    multipart.append('cover', new File(['bytes'], 'dune.png'))
    expect(await send(multipart)).toEqual({ input: { ...sent, cover: 'bytes' }, sent: 'Dune' })
  })

  it('refuses what does not fit, and the connection goes on', async () => {
    const { url } = await start()
    const large = 'x'.repeat(100_000)
    expect((await fetch(url, { method: 'POST', body: large })).status).toBe(415)
    expect(
      (await fetch(url, { method: 'POST', body: new URLSearchParams({ pages: large }) })).status,
    ).toBe(422)
    expect((await fetch(`${url}?page=x`)).status).toBe(400)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    expect(await (await fetch(`${url}?page=2`)).json()).toEqual({ search: { page: 2 } })
  })

  it('does not run the handler if the client leaves in the middle of a form', async () => {
    const handler = vi.fn()
    const { port, url } = await start(handler)
    const socket = connect(port, 'localhost')
    socket.write(
      'POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
    )
    // The server says that it waits for the body.
    await new Promise((resolve) => socket.once('data', resolve))
    await new Promise<void>((resolve) => socket.write('--x\r\n', () => resolve()))
    socket.destroy()
    await eventually(async () => expect((await fetch(url)).status).toBe(200))
    expect(handler).not.toHaveBeenCalled()
  })
})
