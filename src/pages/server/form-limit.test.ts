import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formData } from '../../middleware/form-data/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { FormLimitError, parseFormData } from '../../http/form-data-parser/index.ts'
import { useRouteError } from '../react/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

afterEach(() => vi.restoreAllMocks())

/** Prints all that a boundary is told of an error. */
function Boundary() {
  return createElement('pre', null, JSON.stringify(useRouteError()))
}

const action = async ({ request }: { request: Request }) => {
  await parseFormData(request, { maxTotalSize: 3 })
  return null
}

const build = createBuild({
  root,
  page: { path: '/page', default: () => null, ErrorBoundary: Boundary, action },
  api: { path: '/api', action },
})

function post(path: string): Request {
  return new Request(`https://app.test${path}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ title: 'Dune' }),
  })
}

describe('a form that passes a limit', () => {
  it.each(['/page', '/page?_data=page', '/api'])(
    'tells the visitor of %s one sentence, and the developer what to do',
    async (path) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const handle = createHandler(build)
      const response = await handle(post(path))
      const text = await response.text()
      expect(text).toContain('The upload is too large.')
      expect(text).not.toContain('maxTotalSize')
      if (!path.includes('_data')) expect(response.status).toBe(413)
      for (const [message] of warn.mock.calls) expect(message).toContain('raise "maxTotalSize"')
    },
  )

  it('does so when the front router reads it', async () => {
    const handle = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [formData({ maxTotalSize: 4 })] })
      router.map('/*', pages)
      return router
    })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const response = await handle(post('/page'))
    expect([response.status, await response.text()]).toEqual([413, 'The upload is too large.'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Cannot accept a form of more than 4 bytes: raise "maxTotalSize" to allow it',
    )
  })

  it.each([
    ['urlencoded', () => new URLSearchParams(manyFields())],
    ['multipart', () => manyFields().reduce(append, new FormData())],
  ])('reaches the action of an %s form with too many fields', async (_, body) => {
    const handle = createHandler(
      createBuild({
        root,
        page: {
          path: '/page',
          default: () => null,
          async action({ request }: { request: Request }) {
            try {
              await request.formData()
            } catch (error) {
              if (!(error instanceof FormLimitError)) throw error
              return Response.json(error.publicMessage, { status: 422 })
            }
            return null
          },
        },
      }),
    )
    const response = await handle(
      new Request('https://app.test/page?_data=page', {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        body: body(),
      }),
    )
    expect(await response.text()).toContain('too many fields')
    expect(response.headers.get('Content-Type')).toContain('json')
  })
})

function manyFields(): [string, string][] {
  return Array.from({ length: 1500 }, (_, i) => [`field${i}`, 'x'])
}

function append(form: FormData, [name, value]: [string, string]): FormData {
  form.append(name, value)

  return form
}
