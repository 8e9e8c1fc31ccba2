import { jsx, jsxs } from 'react/jsx-runtime'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMembers, settleLine } from '../page-protocol/deferred-members.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import { readLines } from '../page-protocol/read-lines.ts'
import { decodeResponse, readResult, type CarriedPage } from '../page-protocol/wire.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { data, later, redirect } from '../../http/response/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createDataResponse, wrapRedirect, writeEntries, writeEntry } from './write-wire.ts'

// What the server writes is read here by the code that reads it in the browser.

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const routeId = fc.string({ unit: 'binary' }).filter((id) => id !== '__proto__')

/** Sends a request to an app with these routes. */
async function send(
  routes: Record<string, FixtureRoute>,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const handler = createHandler(createBuild({ root, ...routes }))
  await handler.ready
  return handler(new Request(`http://x.test${path}`, init))
}

/** Submits a form by script to the route at `/book`, and returns the page that came with the response. */
async function carriedBy(id: string, route: FixtureRoute): Promise<CarriedPage | undefined> {
  const path = `/book?_data=${id};page=1`
  const response = await send({ [id]: route }, path, { method: 'POST', body: 'a=b' })
  const decoded = await decodeResponse(response)
  return (decoded.type === 'envelope' ? decoded.body : (decoded as object))['page' as never]
}

describe('what the server writes and the browser reads', () => {
  it('is the data of a loader, the fields of its form and what it declares, for any route id', async () => {
    const build = createBuild({ root })
    const fields = { title: { label: 'Title' } } as never
    await fc.assert(
      fc.asyncProperty(routeId, json, fc.string(), async (id, value, reads) => {
        const result = { type: 'data', json: JSON.stringify(value), value, status: 200 } as const
        const entry = writeEntry(build, {
          result: { ...result, reads, query: [reads], headers: undefined, hasCookie: false },
          later: [],
          hasLate: false,
          fields,
          error: undefined,
        })
        const response = createDataResponse(build, 200, new Headers(), writeEntries([[id, entry]]))
        const decoded = await decodeResponse(response)
        expect(decoded).toMatchObject({ type: 'envelope', status: 200, version: 'v1' })
        const { body } = decoded as { body: Record<string, unknown> }
        expect(readResult(body[id])).toEqual({
          data: value,
          ...(reads && { reads }),
          query: [reads],
          fields,
        })
      }),
    )
  })

  it('is an error, as an object that a boundary can show', async () => {
    const loader = () => {
      throw data({ why: 'sold out' }, 410)
    }
    const response = await send({ book: { path: '/book', loader } }, '/book?_data=book')
    const decoded = await decodeResponse(response)
    const { body } = decoded as { body: Record<string, unknown> }
    expect(readResult(body['book'])).toMatchObject({
      error: { status: 410, data: { why: 'sold out' } },
    })
  })

  it('is a redirect with the verdicts on the page before it', async () => {
    const verdicts = { root: { run: false, reason: 'unwritten' } }
    const response = wrapRedirect(
      createBuild({ root }),
      redirect('/a"b', { status: 303, headers: { 'Set-Cookie': 'a=b' } }),
      JSON.stringify(verdicts),
    )
    expect(await decodeResponse(response)).toEqual({
      type: 'redirect',
      redirect: {
        location: '/a"b',
        status: 303,
        revalidate: true,
        reload: false,
        replace: false,
      },
      verdicts,
    })
  })

  it('is the page that comes with a form, as its own response would be read', async () => {
    const book = { path: '/book', action: () => 'done', loader: () => 7, default: () => null }
    expect(await carriedBy('book', book)).toEqual({
      url: '/book',
      type: 'envelope',
      version: 'v1',
      status: 200,
      body: { book: { data: 7 } },
    })
  })

  it('is a redirect of the page that comes with a form', async () => {
    const loader = () => redirect('/login')
    const book = { path: '/book', action: () => 'done', loader, default: () => null }
    const page = await carriedBy('book', book)
    expect(page).toMatchObject({ url: '/book', type: 'redirect', redirect: { location: '/login' } })
    expect(page).not.toHaveProperty('body')
  })

  it('is not a redirect if a loader of the route "redirect" returns a 202 with a location', async () => {
    const loader = () => data({ location: '/elsewhere' }, 202)
    const route = { path: '/book', action: () => 'done', loader, default: () => null }
    const page = await carriedBy('redirect', route)
    expect(page).toMatchObject({
      type: 'envelope',
      status: 202,
      body: { redirect: { data: { location: '/elsewhere' } } },
    })
  })

  it('is a deferred value in a line, and the first line is a body like others', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const loader = () => ({ title: 'Dune', reviews: later(() => value) })
        const response = await send({ book: { path: '/book', loader } }, '/book?_data=book')
        expect(await decodeResponse(response)).toEqual({ type: 'lines' })
        const lines = readLines(response)
        const { book } = JSON.parse((await lines.next())!)
        const members = createMembers(book.later)
        for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
          settleLine(new Map([['book', members]]), line)
        }
        expect(book).toEqual({ data: { title: 'Dune' }, later: ['reviews'] })
        expect(await members.promises['reviews']).toEqual(value)
      }),
      { numRuns: 30 },
    )
  })

  it('is the handoff of a document, whatever is in the data', async () => {
    const shell: FixtureRoute = {
      default: () =>
        jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
    }
    await fc.assert(
      fc.asyncProperty(json, fc.string({ unit: 'binary' }), async (value, text) => {
        const loader = () => ({ value, text, markup: `</script><!--${text}` })
        const page: FixtureRoute = { path: '/:slug', loader, default: () => null }
        const response = await send({ root: shell, page }, `/${encodeURIComponent(text)}x`)
        const html = await response.text()
        const [, found] = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)!
        const handoff = JSON.parse(found!) as Handoff
        expect(handoff).toMatchObject({ version: 'v1', manifest: '/assets/manifest.js' })
        expect(handoff.matches.map(({ id }) => id)).toEqual(['root', 'page'])
        expect(handoff.loaderData).toEqual({
          page: JSON.parse(JSON.stringify({ value, text, markup: `</script><!--${text}` })),
        })
      }),
      { numRuns: 30 },
    )
  })
})
