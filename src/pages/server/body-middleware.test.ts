import { describe, expect, it } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { parseFormData, type FileUpload } from '../../http/form-data-parser/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
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

  it('is not needed: without it, the action still gets the form behind formData()', async () => {
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
  it('handles a form that was read for its _method', async () => {
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

/** An app whose module middleware and action both look at the request. */
function watchedApp(look: (context: RequestContext) => unknown) {
  const seen: { middleware?: unknown; action?: unknown } = {}
  const build = createBuild({
    root,
    page: {
      path: '/page',
      middleware: [
        async (context, next) => {
          seen.middleware = await look(context)
          return next()
        },
      ],
      action: async ({ request }) => {
        seen.action = [request.method, Array.from(await request.formData())]
        return null
      },
    },
  })
  const send = async (init: RequestInit) => {
    const response = await createHandler(build)(new Request('http://x.test/page', init))
    return { status: response.status, ...seen }
  }
  return send
}

describe('middleware of a route module', () => {
  const fields = [['a', '1']]
  const multipart = (...pairs: [string, string][]) => {
    const body = new FormData()
    for (const [name, value] of pairs) body.append(name, value)
    return { method: 'POST', body }
  }
  const forms = [
    ['an urlencoded form', urlencoded('a=1'), 'POST'],
    ['an urlencoded form with _method', urlencoded('_method=PUT&a=1'), 'PUT'],
    ['a multipart form', multipart(['a', '1']), 'POST'],
    ['a multipart form with _method', multipart(['_method', 'PUT'], ['a', '1']), 'PUT'],
  ] as const

  describe.each(forms)('with %s', (_, init, method) => {
    const ways: [string, (context: RequestContext) => unknown][] = [
      ['request.formData()', async ({ request }) => Array.from(await request.formData())],
      [
        'a clone of the request',
        async ({ request }) => Array.from(await request.clone().formData()),
      ],
      [
        'formData()',
        async (context) => {
          await formData()(context as never, async () => new Response())
          return Array.from(context.get(FormData)!)
        },
      ],
    ]
    it.each(ways)('reads the fields by %s, and leaves them to the action', async (_, read) => {
      expect(await watchedApp(read)(init)).toEqual({
        status: 200,
        middleware: fields,
        action: [method, fields],
      })
    })

    it('reads the body as often as it likes', async () => {
      const send = watchedApp(async ({ request }) => {
        const lengths = [
          (await request.text()).length,
          (await request.bytes()).length,
          (await request.arrayBuffer()).byteLength,
          (await request.blob()).size,
        ]
        return [request.bodyUsed, new Set(lengths).size, lengths[0]! > 0]
      })
      expect(await send(init)).toEqual({
        status: 200,
        middleware: [false, 1, true],
        action: [method, fields],
      })
    })
  })

  it('streams files by formData() and its uploadHandler', async () => {
    const uploadHandler = async (file: FileUpload) => `${file.name}: ${await file.text()}`
    const body = new FormData()
    body.append('_method', 'PUT')
    body.append('file', new File(['content'], 'a.txt'))
    const send = watchedApp(async (context) => {
      await formData({ uploadHandler })(context as never, async () => new Response())
    })
    expect(await send({ method: 'POST', body })).toEqual({
      status: 200,
      action: ['PUT', [['file', 'a.txt: content']]],
    })
  })
})

describe('the request of an action', () => {
  it.each([
    ['a clone', (request: Request) => request.clone().text()],
    ['its body', (request: Request) => new Response(request.body).text()],
    ['a copy', (request: Request) => new Request(request).text()],
  ])('was not read yet: %s has the fields', async (_, read) => {
    const build = createBuild({
      root,
      page: {
        path: '/page',
        action: async ({ request }) => [
          request.bodyUsed,
          request.headers.get('Content-Length'),
          await read(request),
        ],
      },
    })
    for (const [middleware, body] of [
      [[], 'a=1'],
      [[formData()], 'a=1'],
      [[formData(), methodOverride()], '_method=PUT&a=1'],
    ] as const) {
      const handle = createHandler(build, (pages) => {
        const router = createRouter({ middleware })
        router.map('/*', pages)
        return router
      })
      const init = urlencoded(body)
      const response = await handle(
        new Request('http://x.test/page', {
          ...init,
          headers: { ...init.headers, 'Content-Length': String(body.length) },
        }),
      )
      expect(await response.json()).toEqual([false, body === 'a=1' ? '3' : null, 'a=1'])
    }
  })

  it('has the method of methodOverride() with a field of another name', async () => {
    const handle = createHandler(echo(), (pages) => {
      const router = createRouter({
        middleware: [formData(), methodOverride({ fieldName: 'verb' })],
      })
      router.map('/*', pages)
      return router
    })
    const response = await handle(new Request('http://x.test/page', urlencoded('verb=PUT&a=1')))
    expect(await response.json()).toEqual({
      method: 'PUT',
      seen: 'PUT',
      fields: [
        ['verb', 'PUT'],
        ['a', '1'],
      ],
    })
  })

  it.each([
    ['%5Fmethod=PUT&a=1', 'PUT', [['a', '1']]],
    ['a=1&_method=%70ut', 'PUT', [['a', '1']]],
    ['_method=PUT&_method=DELETE&a=1', 'PUT', [['a', '1']]],
    [
      '_method&_method=PUT&a=1',
      'POST',
      [
        ['_method', ''],
        ['_method', 'PUT'],
        ['a', '1'],
      ],
    ],
    [
      '_method=%zz&a=1',
      'POST',
      [
        ['_method', '%zz'],
        ['a', '1'],
      ],
    ],
    [
      '%zz=PUT&a=1',
      'POST',
      [
        ['%zz', 'PUT'],
        ['a', '1'],
      ],
    ],
  ])('takes the first _method of %s, however it is spelled', async (body, method, fields) => {
    const response = await createHandler(echo())(
      new Request('http://x.test/page', urlencoded(body)),
    )
    expect(await response.json()).toEqual({ method, seen: method, fields })
  })
})
