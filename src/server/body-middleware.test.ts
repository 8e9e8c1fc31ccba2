import { describe, expect, it } from 'vitest'
import { createRouter } from '../fetch-router/index.ts'
import { formData } from '../form-data-middleware/index.ts'
import { parseFormData } from '../form-data-parser/index.ts'
import { methodOverride } from '../method-override-middleware/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const echo = () =>
  createBuild({
    root,
    page: {
      path: '/page',
      action: async ({ request, context }) => ({
        method: request.method,
        seen: context.method,
        fields: Array.from(await request.formData()),
      }),
    },
  })
const urlencoded = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

describe('_method behind middleware that reads the body', () => {
  it.each([
    ['formData()', [formData()] as const],
    ['formData() and methodOverride()', [formData(), methodOverride()] as const],
  ])('is honoured behind %s of the front router', async (_, middleware) => {
    for (const multipart of [false, true]) {
      const fields = new FormData()
      fields.append('_method', 'PUT')
      fields.append('a', '1')
      const handle = createHandler(echo(), (pages) => {
        const router = createRouter({ middleware })
        router.map('/*', pages)
        return router
      })
      const init: RequestInit = multipart
        ? { method: 'POST', body: fields }
        : urlencoded('_method=PUT&a=1')
      const response = await handle(new Request('http://x.test/page', init))
      expect(await response.json()).toEqual({ method: 'PUT', seen: 'PUT', fields: [['a', '1']] })
    }
  })

  it('leaves the form to the action behind formData() when there is none', async () => {
    const handle = createHandler(echo(), (pages) => {
      const router = createRouter({ middleware: [formData()] })
      router.map('/*', pages)
      return router
    })
    const response = await handle(new Request('http://x.test/page?index', urlencoded('a=1')))
    expect(await response.json()).toEqual({ method: 'POST', seen: 'POST', fields: [['a', '1']] })
  })
})

describe('parseFormData() in an action', () => {
  it('answers with a form that was read for its _method', async () => {
    const handle = createHandler(
      createBuild({
        root,
        page: {
          path: '/page',
          action: async ({ request }) => Array.from(await parseFormData(request)),
        },
      }),
    )
    const form = new FormData()
    form.append('a', '1')
    for (const init of [urlencoded('a=1'), { method: 'POST', body: form }]) {
      const response = await handle(new Request('http://x.test/page', init))
      expect(await response.json()).toEqual([['a', '1']])
    }
  })
})
