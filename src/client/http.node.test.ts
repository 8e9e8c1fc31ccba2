import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRequestListener } from '../node/index.ts'
import { createApi, routes } from './app.fixture.ts'
import { createClient, type Client } from './index.ts'

describe('a client over HTTP', () => {
  const server = createServer(createRequestListener(createApi()))
  let client: Client<typeof routes>
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    client = createClient(routes, { baseUrl: `http://127.0.0.1:${port}` })
  })
  afterAll(() => void server.close())

  it('sends JSON and forms, and reads what comes back', async () => {
    const json = await client.books.create({ body: { title: 'Dune', pages: 412 } })
    expect(json.data).toMatchObject({ slug: 'application/json' })
    const cover = new File(['<svg/>'], 'dune.svg')
    const form = await client.books.create({ body: { title: 'Dune', pages: 412, cover } })
    expect(form.data).toEqual({ slug: 'multipart/form-data', title: 'Dune|412||dune.svg: <svg/>|' })
    const refused = await client.books.create({ body: { title: '', pages: 412 } })
    expect(refused.errors).toMatchObject([{ name: 'title' }])
    expect(await client.books.destroy({ params: { slug: 'dune' } })).toMatchObject({ status: 204 })
    expect(await client.probe()).toMatchObject({ status: 200, data: null })
  })

  it('can be aborted', async () => {
    const signal = AbortSignal.abort()
    await expect(client.books.index({ signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
