import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, it } from 'vitest'
import { z } from 'zod'
import { createRouter } from '../../router/fetch-router/index.ts'
import { hostileMembers, hostilePairs } from '../../internal/fixtures/hostile-shapes.fixture.ts'
import { slowTexts } from '../../internal/fixtures/slow-texts.fixture.ts'
import { expectLinearWork } from '../../internal/fixtures/linear-work.fixture.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { Form, Scripts, useFields } from '../react/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const Book = z.object({
  title: z.string().min(1).max(5),
  items: z.array(z.number()).max(3),
  password: z.string().max(5),
  token: z.array(z.string()).optional(),
})
const List = z.object({
  title: z.string().max(5).optional(),
  items: z.array(z.int()).max(3).optional(),
  page: z.int(),
})

const build = createBuild({
  root: {
    default: () =>
      jsx('html', {
        children: jsxs('body', { children: [jsx(root.default!, {}), jsx(Scripts, {})] }),
      }),
  },
  page: {
    path: '/page',
    contract: { body: Book, search: List.partial() },
    default: function Page() {
      const { fields, form, errors } = useFields<{ body: typeof Book }>()
      return jsxs(Form, {
        method: 'post',
        ...form,
        children: [String(errors), jsx('input', fields.title.input)],
      })
    },
    loader: ({ request }) => request.url.length,
    action: () => 2,
    reads: { tags: () => ['books'], query: ['title', 'items', 'token'] },
  },
  resource: { path: '/resource', contract: { search: List }, loader: () => 1 },
  file: { path: '/files/*', default: () => 'file', loader: ({ params }) => params['*'] },
})

const apps = {
  'an app of pages': createHandler(build),
  'an app that reads forms in middleware': createHandler(build, (pages) => {
    const router = createRouter({
      middleware: [formData({ suppressErrors: true }), methodOverride()],
    })
    router.map('/*', pages)
    return router
  }),
}

describe.each(Object.entries(apps))('the work of %s', (_, handle) => {
  const send = async (path: string, type?: string, body?: string): Promise<void> => {
    const init =
      body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': type! } }
    const response = await handle(new Request(`https://app.test${path}`, init))
    await response.arrayBuffer()
  }

  it.each(hostilePairs)('grows no faster than the query of a page with $what', (shape) =>
    expectLinearWork(shape, (pairs) => send(`/page?page=x&${pairs}`)),
  )

  it.each(hostilePairs)('grows no faster than the query of a resource with $what', (shape) =>
    expectLinearWork(shape, (pairs) => send(`/resource?page=x&${pairs}`)),
  )

  it.each(hostilePairs)('grows no faster than the query of a data request with $what', (shape) =>
    expectLinearWork(shape, (pairs) => send(`/page?_data=page&${pairs}`)),
  )

  it.each(slowTexts)('grows no faster than a data request for $what', (shape) =>
    expectLinearWork(shape, (text) => send(`/page?_data=page,${text}`)),
  )

  it.each(slowTexts)('grows no faster than a path of $what', (shape) =>
    // Quotes and spaces become three characters.
    expectLinearWork(shape, (text) => send(`/files/${text}`), { perCharacter: 240 }),
  )

  it.each(hostilePairs)('grows no faster than a form with $what', (shape) =>
    expectLinearWork(shape, (pairs) =>
      send('/page', 'application/x-www-form-urlencoded', `items=x&${pairs}`),
    ),
  )

  it.each(hostileMembers)('grows no faster than JSON with $what', (shape) =>
    expectLinearWork(shape, (member) =>
      send('/page', 'application/json', `{"title":"",${member}}`),
    ),
  )

  it.each(slowTexts)('grows no faster than a multipart form with a file named $what', (shape) =>
    expectLinearWork(shape, (text) =>
      send('/page', 'multipart/form-data; boundary=b', multipart(text)),
    ),
  )
})

/** A form with a header, a name and a value that are the text. */
function multipart(text: string): string {
  const part = (header: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`
  const line = text.slice(0, 4_096)
  return (
    [
      part('name="title"', text),
      part(`name="a"; filename="${line}"`, 'a'),
      part(`name=${line}`, ''),
    ].join('') + '--b--\r\n'
  )
}
