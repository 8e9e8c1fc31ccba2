import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../src/router/client/app.fixture.ts'
import { createClient } from '../src/router/client/index.ts'
import { groups } from './cases.ts'
import { runCases, type Result } from './run-cases.ts'
import type { Runtime } from './runtimes.ts'
import type { Target } from './target.ts'

/** Tests every case of the suite, and the client, against a real server on a runtime. */
export function describeRuntime({ name: runtime, start }: Runtime): void {
  describe(runtime, () => {
    let target: Target
    let results: Result[] = []

    beforeAll(async () => {
      target = await start()
      results = await runCases(target)
    })

    afterAll(() => target?.close())

    for (const { name: group, cases } of groups) {
      it(`behaves as the suite says: ${group}`, () => {
        const ran = results.filter((result) => result.group === group)
        expect(ran).toHaveLength(cases.length)
        expect(ran.filter(({ verdict }) => verdict === 'fails')).toEqual([])
      })
    }

    // The `fetch()` of Node speaks HTTP/1.1.
    if (runtime !== 'Node HTTP/2') describeClient(() => target.origin)
  })
}

function describeClient(baseUrl: () => string): void {
  const open = () => createClient(routes, { baseUrl: baseUrl() })

  it('serves a client: JSON and forms, and what comes back', async () => {
    const client = open()
    const json = await client.books.create({ body: { title: 'Dune', pages: 412 } })
    expect(json.data).toMatchObject({ slug: 'application/json' })
    const cover = new File(['<svg/>'], 'dune.svg')
    const form = await client.books.create({ body: { title: 'Dune', pages: 412, cover } })
    expect(form.data).toEqual({ slug: 'multipart/form-data', title: 'Dune|412||dune.svg: <svg/>|' })
    const refused = await client.books.create({ body: { title: '', pages: 412 } })
    expect(refused.errors).toMatchObject([{ name: 'title' }])
    const found = await client.books.index({ search: { page: 2, near: { lat: 1.5 } } })
    expect(found.data).toEqual({ page: 2, url: '/api/books?page=2&near.lat=1.5' })
  })

  it('serves a client: every status', async () => {
    const client = open()
    for (const status of [200, 202, 304, 400, 401, 404, 422, 429, 500, 503]) {
      const result = await client.status({ params: { status } })
      expect(result).toMatchObject({ status, ok: status < 300 })
      expect(await result.response.text()).toBe(status === 304 ? '' : 'a text')
    }
    expect(await client.books.destroy({ params: { slug: 'dune' } })).toMatchObject({ status: 204 })
    expect(await client.probe()).toMatchObject({ status: 200, data: null })
  })

  it('serves a client: an abort before the request, and while the response is read', async () => {
    const client = open()
    const early = client.books.index({ signal: AbortSignal.abort() })
    await expect(early).rejects.toMatchObject({ name: 'AbortError' })

    const controller = new AbortController()
    const late = client.endless({ signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
    expect((await client.probe()).status).toBe(200)
  })
}
