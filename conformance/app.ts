import { bodyLimit } from '../src/middleware/body-limit/index.ts'
import { createApi } from '../src/router/client/app.fixture.ts'
import { createFetchHandler, createRouter } from '../src/router/fetch-router/index.ts'

/**
 * The app that every runtime serves. It is a plain fetch handler, so every difference comes from the runtime.
 *
 * Each path tests one thing. `/log` reports what happened to requests whose client disconnected.
 */
export const app: (request: Request) => Promise<Response> = createFetchHandler(respond, {
  onError: () => void log.set('errors', [...(log.get('errors') ?? []), 'error']),
})

/** The body limit of the servers that have one. */
export const MAX_BODY_SIZE = 1_048_576

/** The limit of `bodyLimit()` for `/limited`, which holds on every runtime. */
export const BODY_LIMIT = 1000

const limited = createRouter({ middleware: [bodyLimit(BODY_LIMIT)] })
limited.post(
  '/limited/text',
  async (context) => new Response(String((await context.text()).length)),
)
limited.post('/limited/request', async ({ request }) => measure(request))
limited.post('/limited/clone', async ({ request }) => measure(request.clone()))

/** An API for a client. */
const api = createApi()

const log = new Map<string, string[]>()

function note(id: string, event: string): void {
  log.set(id, [...(log.get(id) ?? []), event])
}

async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const id = url.searchParams.get('id') ?? ''
  const count = Number(url.searchParams.get('n') ?? '1')
  const [, name = ''] = url.pathname.split('/')

  switch (name) {
    case 'hello':
      return new Response('hello')
    case 'echo':
      return echo(request)
    case 'echo-stream':
      return new Response(request.body, { headers: { 'Content-Type': 'application/octet-stream' } })
    case 'api':
      return api.fetch(request)
    case 'limited':
      return limited.fetch(request)
    case 'size':
      return measure(request)
    case 'first-chunk':
      return readFirstChunk(request)
    case 'cancel-body':
      await request.body?.cancel()
      return new Response('cancelled')
    case 'body-used': {
      const before = request.bodyUsed
      await request.text()
      return Response.json([before, request.bodyUsed])
    }
    case 'clone': {
      const copy = request.clone()
      return Response.json([await request.text(), await copy.text()])
    }
    case 'form': {
      const form = await request.formData()
      const file = form.get('file')
      return Response.json([form.get('title'), file instanceof File ? await file.text() : file])
    }
    case 'genuine':
      return Response.json([
        request instanceof Request,
        Object.prototype.toString.call(request),
        request.signal instanceof AbortSignal,
        request.signal.aborted,
        new Request(request).url === request.url,
      ])
    case 'status':
      return new Response(null, { status: count })
    case 'status-text':
      return new Response('teapot', { status: 418, statusText: 'Short And Stout' })
    case 'null':
      return new Response(null)
    case 'empty':
      return new Response('')
    case 'bytes':
      return new Response(new Uint8Array(count).fill(120))
    case 'utf8':
      return new Response('häßlich ✓')
    case 'blob':
      return new Response(new Blob(['blob'], { type: 'text/x-blob' }))
    case 'form-data': {
      const form = new FormData()
      form.set('a', '1')
      return new Response(form)
    }
    case 'params':
      return new Response(new URLSearchParams({ a: '1 2' }))
    case 'json':
      return Response.json({ ok: true })
    case 'redirect':
      return Response.redirect(new URL('/hello', url), 303)
    case 'cookies':
      return withHeaders(
        ['Set-Cookie', 'a=1; Path=/'],
        ['Set-Cookie', 'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT'],
        ['Set-Cookie', 'c=3'],
      )
    case 'one-cookie':
      return withHeaders(['Set-Cookie', 'only=1; HttpOnly'])
    case 'headers':
      return withHeaders(
        ['X-One', '1'],
        ['X-Two', 'a'],
        ['X-Two', 'b'],
        ['X-Empty', ''],
        ['X-Latin', 'caf\u00e9'],
      )
    case 'vary':
      return withHeaders(['Vary', 'Accept'], ['Vary', 'Cookie'])
    case 'many-headers': {
      const response = new Response('many')
      for (let i = 0; i < count; i++) response.headers.set(`X-${i}`, String(i))
      return response
    }
    case 'long-header':
      return withHeaders(['X-Long', 'y'.repeat(count)])
    case 'length':
      return new Response(streamOf(['12345', '67890']), {
        headers: { 'Content-Length': String(count) },
      })
    case 'hop':
      return withHeaders(
        ['Connection', 'X-Secret'],
        ['Keep-Alive', 'timeout=77'],
        ['Transfer-Encoding', 'gzip'],
        ['Upgrade', 'x'],
      )
    case 'stream':
      return new Response(streamOf(Array.from({ length: count }, (_, i) => `${i};`)))
    case 'big-stream':
      return new Response(streamOf(Array.from({ length: count }, () => 'z'.repeat(65_536))))
    case 'slow-stream':
      return new Response(slowStream(['one;', 'two;', 'three;']))
    case 'late-stream':
      return new Response(slowStream(['', 'late']))
    case 'empty-stream':
      return new Response(streamOf([]))
    case 'empty-chunks':
      return new Response(streamOf(['', 'a', '', 'b', '']))
    case 'transformed':
      return new Response(streamOf(['a', 'b']).pipeThrough(new TransformStream()))
    case 'teed': {
      const [one] = streamOf(['tee']).tee()
      return new Response(one)
    }
    case 'forever':
      return new Response(forever(id))
    case 'wait':
      return waitForAbort(request, id)
    case 'abort-state': {
      await pause(50)
      return Response.json([request.signal.aborted])
    }
    case 'read-until-abort':
      return readUntilAbort(request, id)
    case 'log': {
      const key = url.searchParams.get('of') ?? ''
      return Response.json(log.get(key) ?? [])
    }
    case 'slow':
      await pause(count)
      return new Response(`slept ${id}`)
    case 'ignore-body':
      return new Response('ignored', { status: 401 })
    case 'throw':
      throw new Error('secret detail')
    case 'throw-later':
      await pause(5)
      throw new Error('secret detail')
    case 'throw-string':
      return Promise.reject('secret detail')
    case 'throw-undefined':
      return Promise.reject(undefined)
    case 'no-response':
      return undefined as unknown as Response
    case 'used': {
      const response = new Response('used')
      await response.text()
      return response
    }
    case 'error-response':
      return Response.error()
    case 'stream-fails-first':
      return new Response(
        new ReadableStream({ pull: (controller) => controller.error(new Error('secret detail')) }),
      )
    case 'stream-fails-later':
      return new Response(failingStream())
    case 'stream-of-text':
      return new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue('text')
            controller.close()
          },
        }),
      )
    default:
      return new Response(`Not Found: ${url.pathname}`, { status: 404 })
  }
}

async function echo(request: Request): Promise<Response> {
  const body = await request.text()

  return Response.json({
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body,
  })
}

async function measure(request: Request): Promise<Response> {
  let size = 0
  if (request.body !== null) for await (const chunk of request.body) size += chunk.byteLength

  return Response.json({ size })
}

async function readFirstChunk(request: Request): Promise<Response> {
  const reader = request.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()

  return Response.json({ some: value!.byteLength > 0 })
}

function withHeaders(...pairs: [string, string][]): Response {
  const headers = new Headers()
  for (const [name, value] of pairs) headers.append(name, value)

  return new Response('ok', { headers })
}

function streamOf(pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let next = 0

  return new ReadableStream({
    pull(controller) {
      if (next < pieces.length) controller.enqueue(encoder.encode(pieces[next++]!))
      else controller.close()
    },
  })
}

function slowStream(pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let next = 0

  return new ReadableStream({
    async pull(controller) {
      if (next > 0) await pause(150)
      if (next < pieces.length) controller.enqueue(encoder.encode(pieces[next++]!))
      else controller.close()
    },
  })
}

function failingStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pulls = 0

  return new ReadableStream({
    async pull(controller) {
      if (pulls++ === 0) return controller.enqueue(new TextEncoder().encode('begun;'))
      await pause(50)
      controller.error(new Error('secret detail'))
    },
  })
}

function forever(id: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  note(id, 'started')

  return new ReadableStream({
    async pull(controller) {
      await pause(5)
      controller.enqueue(new TextEncoder().encode('tick;'))
    },
    cancel() {
      note(id, 'cancelled')
    },
  })
}

async function waitForAbort(request: Request, id: string): Promise<Response> {
  note(id, 'started')
  await new Promise<void>((resolve) => {
    request.signal.addEventListener('abort', () => resolve(), { once: true })
    setTimeout(resolve, 5000)
  })
  note(
    id,
    request.signal.aborted ? `aborted ${(request.signal.reason as Error)?.name}` : 'timed out',
  )

  return new Response('too late')
}

async function readUntilAbort(request: Request, id: string): Promise<Response> {
  note(id, 'started')
  try {
    await request.text()
    note(id, 'read')
  } catch {
    note(id, 'failed')
  }

  return new Response('done')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
