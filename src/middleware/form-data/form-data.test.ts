import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type Middleware,
  type RequestContext,
  type RequestHandler,
} from '../../router/fetch-router/index.ts'
import {
  FormDataParseError,
  MaxFilesExceededError,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
} from '../../http/form-data-parser/index.ts'
import {
  boundary,
  cut,
  encodeParts,
  field,
  file,
  streamOf,
  type Part,
} from '../../http/form-data-parser/form.fixture.ts'
import {
  handleIncoming,
  type IncomingHandler,
  type IncomingRequest,
} from '../../internal/exchange/incoming.ts'
import { formData, type ContextWithFormData, type FormDataOptions } from './index.ts'

type Handler = RequestHandler<ContextWithFormData<RequestContext>>

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = `multipart/form-data; boundary=${boundary}`

/** The fields of a form, files as `name (type): text`. */
async function list(form: FormData): Promise<string[][]> {
  const fields: string[][] = []
  for (const [name, value] of form) {
    fields.push([
      name,
      typeof value === 'string' ? value : `${value.name} (${value.type}): ${await value.text()}`,
    ])
  }
  return fields
}

const echo: Handler = async (context) => Response.json(await list(context.get(FormData)))

function createApp(options?: FormDataOptions, handler: Handler = echo) {
  const router = createRouter({ middleware: [formData(options)] })
  router.map('/', handler)
  return router
}

function send(
  body: RequestInit['body'],
  type: string | null,
  options?: FormDataOptions,
  handler?: Handler,
  method = 'POST',
): Promise<Response> {
  const headers = new Headers()
  if (type !== null) headers.set('Content-Type', type)
  // Bytes and streams, because a string adds a type.
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return createApp(options, handler).fetch('https://example.com/', {
    method,
    headers,
    body: content ?? null,
    duplex: 'half',
  } as RequestInit)
}

async function fieldsOf(...args: Parameters<typeof send>): Promise<unknown> {
  return (await send(...args)).json()
}

const parts = (...list: Part[]) => encodeParts(list)

describe('formData', () => {
  it('reads an urlencoded form', async () => {
    expect(await fieldsOf('a=1&b=%C3%BC+x&a=2&c', urlencoded)).toEqual([
      ['a', '1'],
      ['b', 'ü x'],
      ['a', '2'],
      ['c', ''],
    ])
  })

  it('reads a multipart form, with files in memory', async () => {
    const body = parts(field('title', 'Dune'), file('cover', 'dune.png', 'pixels'))
    expect(await fieldsOf(body, multipart)).toEqual([
      ['title', 'Dune'],
      ['cover', 'dune.png (image/png): pixels'],
    ])
  })

  it('reads what a browser makes of a FormData', async () => {
    const form = new FormData()
    form.append('title', 'Dune')
    form.append('cover', new File(['pixels'], 'dune.png', { type: 'image/png' }))
    const response = await createApp().fetch('https://example.com/', { method: 'POST', body: form })
    expect(await response.json()).toEqual([
      ['title', 'Dune'],
      ['cover', 'dune.png (image/png): pixels'],
    ])
  })

  it('puts the form on the context under FormData and as a property', async () => {
    const response = await send('a=1', urlencoded, {}, (context) =>
      Response.json([context.get(FormData) === context.formData, context.formData.get('a')]),
    )
    expect(await response.json()).toEqual([true, '1'])
  })

  it('takes PUT, PATCH, DELETE and other methods that have a body', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'REPORT']) {
      expect(await fieldsOf('a=1', urlencoded, {}, echo, method)).toEqual([['a', '1']])
    }
  })

  it('compares content types in any case, by their type alone', async () => {
    const types = [
      'Application/X-WWW-Form-Urlencoded',
      'application/x-www-form-urlencoded; charset=UTF-8',
      ' application/x-www-form-urlencoded ;x=y',
    ]
    for (const type of types) expect(await fieldsOf('a=1', type)).toEqual([['a', '1']])
    expect(
      await fieldsOf(parts(field('a', '1')), `MULTIPART/Form-Data; Boundary="${boundary}"`),
    ).toEqual([['a', '1']])
    expect(await fieldsOf(parts(field('a', '1')), `multipart/mixed; boundary=${boundary}`)).toEqual(
      [['a', '1']],
    )
  })

  it('gives an empty form if there is none, and does not read the body', async () => {
    const types = [
      null,
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded-not',
      'application/x-www-form-urlencoded\ta',
      'application/json, application/x-www-form-urlencoded',
      '__proto__',
      'constructor',
    ]
    for (const type of types) {
      const response = await send('a=1', type, {}, async (context) =>
        Response.json([await list(context.formData), await context.request.text()]),
      )
      expect([type, await response.json()]).toEqual([type, [[], 'a=1']])
    }
  })

  it('gives an empty form to GET and HEAD, whatever they claim to be', async () => {
    for (const method of ['GET', 'HEAD']) {
      const seen: unknown[] = []
      await send(
        null,
        urlencoded,
        {},
        async (context) => {
          seen.push(await list(context.formData))
          return new Response()
        },
        method,
      )
      expect(seen).toEqual([[]])
    }
  })

  it('gives an empty form to an urlencoded request without a body', async () => {
    expect(await fieldsOf(null, urlencoded)).toEqual([])
  })

  it('leaves a form that is already there', async () => {
    const own = new FormData()
    own.set('a', 'own')
    const first: Middleware = (context, next) => {
      context.set(FormData, own)
      return next()
    }
    const router = createRouter({ middleware: [first, formData(), formData()] })
    router.post('/', async (context) =>
      Response.json([
        context.get(FormData) === own,
        context.formData === own,
        await context.request.text(),
      ]),
    )
    const response = await router.fetch('https://example.com/', {
      method: 'POST',
      body: new URLSearchParams({ a: 'sent' }),
    })
    expect(await response.json()).toEqual([true, true, 'a=sent'])
  })

  it('takes __proto__, constructor and brackets as names like any other', async () => {
    const expected = [
      ['__proto__', '1'],
      ['constructor', '2'],
      ['__proto__.polluted', '3'],
      ['a[__proto__][polluted]', '4'],
    ]
    const text = '__proto__=1&constructor=2&__proto__.polluted=3&a[__proto__][polluted]=4'
    expect(await fieldsOf(text, urlencoded)).toEqual(expected)
    const body = encodeParts(expected.map(([name, value]) => field(name!, value!)))
    expect(await fieldsOf(body, multipart)).toEqual(expected)
    expect('polluted' in {}).toBe(false)
  })

  it('reads any fields as URLSearchParams does', async () => {
    const name = fc.string({ unit: fc.constantFrom(...'ab_ü=&+%[]. '), minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' }))), async (pairs) => {
        const body = new URLSearchParams(pairs)
        expect(await fieldsOf(String(body), urlencoded)).toEqual(Array.from(body, (pair) => pair))
      }),
      { numRuns: 50 },
    )
  })

  it('creates no Request if there is no form', async () => {
    const router = createApp({}, () => new Response('plain'))
    const incoming = {
      method: 'POST',
      url: 'https://example.com/',
      facts: {},
      header: () => null,
      copyHeaders: () => new Headers({ 'Content-Type': 'application/json' }),
      aborted: false,
      abortReason: undefined,
      onAbort: () => () => {},
      get request(): Request {
        throw new Error('made a Request')
      },
    } as unknown as IncomingRequest
    const response = await (router as unknown as IncomingHandler)[handleIncoming](incoming)
    expect(await response.text()).toBe('plain')
  })
})

describe('formData with an uploadHandler', () => {
  const twoFiles = parts(
    field('title', 'Dune'),
    file('cover', 'dune.png', 'pixels'),
    field('year', '1965'),
    file('text', 'dune.txt', 'sand', 'text/plain'),
  )

  it('calls it for each file in the order of the body', async () => {
    const calls: unknown[] = []
    const fields = await fieldsOf(twoFiles, multipart, {
      async uploadHandler(upload) {
        const { fieldName, name, type } = upload
        calls.push([fieldName, name, type, await upload.text()])
        return `/files/${calls.length}`
      },
    })
    expect(calls).toEqual([
      ['cover', 'dune.png', 'image/png', 'pixels'],
      ['text', 'dune.txt', 'text/plain', 'sand'],
    ])
    expect(fields).toEqual([
      ['title', 'Dune'],
      ['cover', '/files/1'],
      ['year', '1965'],
      ['text', '/files/2'],
    ])
  })

  it('drops a file for which it returns nothing, read or not', async () => {
    const results = [undefined, null, Promise.resolve(undefined), Promise.resolve(null)] as const
    for (const result of results) {
      expect(await fieldsOf(twoFiles, multipart, { uploadHandler: () => result })).toEqual([
        ['title', 'Dune'],
        ['year', '1965'],
      ])
    }
  })

  it('takes a Blob, and the upload itself', async () => {
    const fields = await fieldsOf(twoFiles, multipart, {
      uploadHandler: (upload) =>
        upload.fieldName === 'cover' ? upload : new Blob(['other'], { type: 'image/gif' }),
    })
    expect(fields).toEqual([
      ['title', 'Dune'],
      ['cover', 'dune.png (image/png): pixels'],
      ['year', '1965'],
      ['text', 'dune.txt (image/gif): other'],
    ])
  })

  it('passes its errors on as they are', async () => {
    const failure = new Error('the disk is full')
    const promise = send(twoFiles, multipart, {
      suppressErrors: true,
      onError: () => new Response('not this one'),
      uploadHandler: () => Promise.reject(failure),
    })
    await expect(promise).rejects.toBe(failure)
  })

  it('undoes what it stored when a later file fails', async () => {
    const undone: string[] = []
    const promise = send(twoFiles, multipart, {
      async uploadHandler(upload) {
        upload.onFailure(() => undone.push(upload.name))
        if (upload.fieldName === 'text') throw new Error('no')
        return upload.text()
      },
    })
    await expect(promise).rejects.toThrow('no')
    expect(undone.toSorted()).toEqual(['dune.png', 'dune.txt'])
  })

  it('releases everything when the client leaves in the middle of a file', async () => {
    const controller = new AbortController()
    const log: string[] = []
    let reached!: () => void
    const isReading = new Promise<void>((resolve) => (reached = resolve))
    let done!: () => void
    const isReleased = new Promise<void>((resolve) => (done = resolve))

    const sent = parts(file('cover', 'dune.png', 'x'.repeat(1000))).slice(0, 500)
    const chunks = cut(sent, 50).values()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const { done, value } = chunks.next()
        if (!done) return controller.enqueue(value)
        reached()
        return new Promise(() => {}) // The rest never comes.
      },
      cancel: () => void log.push('cancelled'),
    })
    const router = createApp({
      async uploadHandler(upload) {
        upload.onFailure(() => {
          log.push('undone')
          done()
        })
        try {
          for await (const chunk of upload) void chunk
        } finally {
          log.push('stopped reading')
        }
      },
    })
    const promise = router.fetch('https://example.com/', {
      method: 'POST',
      headers: { 'Content-Type': multipart },
      signal: controller.signal,
      body,
      duplex: 'half',
    } as RequestInit)
    await isReading
    controller.abort()

    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
    await isReleased
    expect(log).toEqual(['cancelled', 'stopped reading', 'undone'])
  })
})

describe('the limits of formData', () => {
  const limited: [string, FormDataOptions, string | Uint8Array<ArrayBuffer>, string, unknown][] = [
    [
      'maxFiles',
      { maxFiles: 1 },
      parts(file('a', 'a', 'x'), file('b', 'b', 'x')),
      multipart,
      MaxFilesExceededError,
    ],
    [
      'maxFileSize',
      { maxFileSize: 3 },
      parts(file('a', 'a', 'xxxx')),
      multipart,
      MaxFileSizeExceededError,
    ],
    [
      'maxHeaderSize',
      { maxHeaderSize: 20 },
      parts(field('a', 'x')),
      multipart,
      MaxHeaderSizeExceededError,
    ],
    [
      'maxParts',
      { maxParts: 1 },
      parts(field('a', 'x'), field('b', 'x')),
      multipart,
      MaxPartsExceededError,
    ],
    [
      'maxTotalSize',
      { maxTotalSize: 50 },
      parts(field('a', 'x')),
      multipart,
      MaxTotalSizeExceededError,
    ],
    ['maxParts of urlencoded', { maxParts: 2 }, 'a&b&c', urlencoded, MaxPartsExceededError],
    [
      'maxTotalSize of urlencoded',
      { maxTotalSize: 4 },
      'a=123',
      urlencoded,
      MaxTotalSizeExceededError,
    ],
  ]

  it.each(limited)('%s is an error with status 413', async (_, options, body, type, errorClass) => {
    for (const suppressErrors of [false, true]) {
      const error: unknown = await send(body, type, { ...options, suppressErrors }).catch(
        (error: unknown) => error,
      )
      expect(error).toBeInstanceOf(errorClass)
      expect(error).toMatchObject({ status: 413 })
    }
  })

  it('let pass what reaches them exactly', async () => {
    const options = { maxFiles: 1, maxFileSize: 4, maxParts: 2 }
    const body = parts(field('a', 'x'), file('b', 'b', 'xxxx'))
    expect(await fieldsOf(body, multipart, { ...options, maxTotalSize: body.length })).toHaveLength(
      2,
    )
    expect(await fieldsOf('a=123', urlencoded, { maxParts: 1, maxTotalSize: 5 })).toHaveLength(1)
  })

  it('count what arrives, not what was announced', async () => {
    const { stream, cancelled } = streamOf(
      cut(new TextEncoder().encode('a='.padEnd(1000, 'x')), 10),
    )
    const response = createApp({ maxTotalSize: 100 }).fetch('https://example.com/', {
      method: 'POST',
      headers: { 'Content-Type': urlencoded, 'Content-Length': '1' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    await expect(response).rejects.toBeInstanceOf(MaxTotalSizeExceededError)
    expect(cancelled).toHaveLength(1)
  })

  it('are finite by default', async () => {
    const tooMany = Array.from({ length: 1001 }, (_, index) => field(`f${index}`, ''))
    await expect(send(encodeParts(tooMany), multipart)).rejects.toMatchObject({ status: 413 })
    await expect(send('a&'.repeat(1001), urlencoded)).rejects.toMatchObject({ status: 413 })
    const files = Array.from({ length: 21 }, () => file('f', 'f', ''))
    await expect(send(encodeParts(files), multipart)).rejects.toMatchObject({ status: 413 })
    const big = parts(file('f', 'f', new Uint8Array(2 * 1024 * 1024 + 1)))
    await expect(send(big, multipart)).rejects.toMatchObject({ status: 413 })
  })

  it('are checked when the app starts', () => {
    expect(() => formData({ maxFiles: -1 })).toThrow('Cannot use -1 as "maxFiles"')
    expect(() => formData({ maxTotalSize: Number.NaN })).toThrow(RangeError)
    expect(() => formData({ uploadHandler: 'disk' as never })).toThrow(
      'formData() takes a function as uploadHandler, not "disk"',
    )
    expect(() => formData({ onError: 400 as never })).toThrow(TypeError)
    expect(() => formData({ maxParts: null as never })).toThrow('Cannot use null as "maxParts"')
    expect(() => formData({ maxFilesize: 1 } as never)).toThrow(
      'formData() has no option "maxFilesize". Its options are maxFiles, maxFileSize,',
    )
    expect(() => formData((() => {}) as never)).toThrow(
      'formData() takes an object of options, not () => {',
    )
  })
})

describe('a malformed body', () => {
  const malformed: [string, string, string][] = [
    ['no boundary', 'x', 'multipart/form-data'],
    ['an empty boundary', 'x', 'multipart/form-data; boundary='],
    ['no part at all', 'nothing here', multipart],
    [
      'an end that never comes',
      `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx`,
      multipart,
    ],
    [
      'a part without a name',
      `--${boundary}\r\nContent-Type: text/plain\r\n\r\nx\r\n--${boundary}--`,
      multipart,
    ],
  ]

  it.each(malformed)('with %s rejects with status 400', async (_, body, type) => {
    const error: unknown = await send(body, type).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FormDataParseError)
    expect(error).toMatchObject({ status: 400, message: 'Cannot parse form data' })
    expect((error as Error).cause).toBeInstanceOf(Error)
  })

  it.each(malformed)('with %s is an empty form with suppressErrors', async (_, body, type) => {
    const handler: Handler = async (context) => {
      const again = await context.request.formData()
      return Response.json([await list(context.formData), again === context.formData])
    }
    expect(await fieldsOf(body, type, { suppressErrors: true }, handler)).toEqual([[], true])
  })

  it('gets a 400 from the server, and an exceeded limit gets a 413', async () => {
    const reported: unknown[] = []
    const handle = createFetchHandler(createApp({ maxParts: 1 }), {
      onError: (error) => void reported.push(error),
    })
    const post = (body: string, type: string) =>
      handle(
        new Request('https://example.com/', {
          method: 'POST',
          body,
          headers: { 'Content-Type': type },
        }),
      )
    const bad = await post('x', multipart)
    expect([bad.status, await bad.text()]).toEqual([400, 'Bad Request'])
    const large = await post('a&b', urlencoded)
    expect(large.status).toBe(413)
    expect(reported).toEqual([])
  })

  it('gets the response of onError, and so does an exceeded limit', async () => {
    const options: FormDataOptions = {
      maxParts: 1,
      onError: (error, context) =>
        new Response(`${error.name} on ${context.method}`, { status: error.status }),
    }
    const bad = await send('x', multipart, options)
    expect([bad.status, await bad.text()]).toEqual([400, 'FormDataParseError on POST'])
    const large = await send('a&b', urlencoded, options)
    expect([large.status, await large.text()]).toEqual([413, 'MaxPartsExceededError on POST'])
  })
})

describe('the request after formData()', () => {
  it('returns the parsed form from formData(), including files', async () => {
    const body = parts(field('title', 'Dune'), file('cover', 'dune.png', 'pixels'))
    const response = await send(
      body,
      multipart,
      { uploadHandler: async (upload) => `stored: ${await upload.text()}` },
      async ({ request }) => Response.json(await list(await request.formData())),
    )
    expect(await response.json()).toEqual([
      ['title', 'Dune'],
      ['cover', 'stored: pixels'],
    ])
  })

  it('returns it every time', async () => {
    for (const [body, type] of [
      ['a=1', urlencoded],
      [parts(field('a', '1')), multipart],
    ] as const) {
      const response = await send(body, type, {}, async ({ request }) => {
        await request.formData()
        return Response.json(await list(await request.formData()))
      })
      expect(await response.json()).toEqual([['a', '1']])
    }
  })

  it('returns the bytes of a urlencoded form from the other readers, exactly as sent', async () => {
    const sent = 'b=%7e&a=+%20&&c'
    const response = await send(sent, urlencoded, {}, async (context) => {
      const { request } = context
      return Response.json([
        await request.text(),
        new TextDecoder().decode(await request.bytes()),
        new TextDecoder().decode(await request.arrayBuffer()),
        await (await request.blob()).text(),
        await context.text(),
        await list(await request.formData()),
      ])
    })
    expect(await response.json()).toEqual([
      ...Array.from({ length: 5 }, () => sent),
      [
        ['b', '~'],
        ['a', '  '],
        ['c', ''],
      ],
    ])
  })

  it('says why the other readers fail for a multipart form, and still has the form', async () => {
    const response = await send(parts(field('a', '1')), multipart, {}, async (context) => {
      const readers = [
        context.request.text(),
        context.request.json(),
        context.request.arrayBuffer(),
        context.request.blob(),
        context.text(),
      ]
      const results = await Promise.allSettled(readers)
      const reasons = results.map((result) =>
        result.status === 'rejected' ? (result.reason as Error).message : 'responded',
      )
      return Response.json([
        new Set(reasons).size,
        reasons[0],
        await list(await context.request.formData()),
      ])
    })
    expect(await response.json()).toEqual([
      1,
      expect.stringContaining('Cannot read the body again: it was streamed into FormData'),
      [['a', '1']],
    ])
  })

  it('may have been read through the context before', async () => {
    const early: Middleware = async (context, next) => {
      await context.text()
      return next()
    }
    const body = parts(field('title', 'Dune'), file('cover', 'dune.png', 'pixels'))
    for (const [content, type, expected] of [
      ['a=1', urlencoded, [['a', '1']]],
      [
        body,
        multipart,
        [
          ['title', 'Dune'],
          ['cover', 'stored'],
        ],
      ],
    ] as const) {
      const router = createRouter({
        middleware: [early, formData({ uploadHandler: () => 'stored' })],
      })
      router.post('/', async (context) =>
        Response.json([
          await list(context.formData),
          await list(await context.request.formData()),
          (await context.request.bytes()).length,
        ]),
      )
      const response = await router.fetch('https://example.com/', {
        method: 'POST',
        body: content,
        headers: { 'Content-Type': type },
      })
      expect(await response.json()).toEqual([expected, expected, content.length])
    }
  })

  it('is a plain error if other code has read the body', async () => {
    const thief: Middleware = async (context, next) => {
      await context.request.text()
      return next()
    }
    const router = createRouter({ middleware: [thief, formData({ suppressErrors: true })] })
    router.post('/', () => new Response())
    const promise = router.fetch('https://example.com/', {
      method: 'POST',
      body: 'a=1',
      headers: { 'Content-Type': urlencoded },
    })
    await expect(promise).rejects.toThrow(TypeError)
  })
})
