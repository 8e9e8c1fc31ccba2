import {
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { createRouter, type ServerEvent } from '../../router/fetch-router/index.ts'
import { internalsOf, type HandlerStart } from '../../router/fetch-router/shared.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { openTelemetry, type OpenTelemetryOptions } from './index.ts'

const origin = 'https://shop.test'
const spans = new InMemorySpanExporter()
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({
  exporter: measured,
  exportIntervalMillis: 3_600_000,
})

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  )
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
})
beforeEach(() => spans.reset())
afterAll(async () => {
  await reader.shutdown()
  for (const api of [context, propagation, trace, metrics]) api.disable()
})

function createApp(options?: OpenTelemetryOptions) {
  const router = createRouter({ observe: [openTelemetry(options)] })
  router.map('/books/:slug', () => new Response('a book'))
  router.get('/reset/:token', () => new Response('a form'))
  router.get('/fails', ({ url }) => {
    throw new RangeError(`Cannot serve ${url}`)
  })
  router.get('/busy', () => new Response('later', { status: 503 }))
  return router
}

async function send(
  path: string,
  init?: RequestInit,
  options?: OpenTelemetryOptions,
): Promise<ReadableSpan> {
  const pending = createApp(options).fetch(`${origin}${path}`, init)
  await pending.then((response) => response.text()).catch(() => {})
  return spans.getFinishedSpans().at(-1)!
}

describe('openTelemetry', () => {
  it('makes a server span with the attributes of the HTTP conventions', async () => {
    const span = await send('/books/dune?token=secret')
    expect(span.name).toBe('GET /books/:slug')
    expect(span.kind).toBe(SpanKind.SERVER)
    expect(span.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/books/:slug',
      'http.response.status_code': 200,
      'url.scheme': 'https',
      'url.path': '/books/dune',
      'server.address': 'shop.test',
      'server.port': 443,
      'framework.kind': 'route',
    })
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
  })

  it('has the query only if the app wants it', async () => {
    const span = await send('/books/dune?q=1', {}, { query: true })
    expect(span.attributes['url.query']).toBe('q=1')
  })

  it('has no secret of the URL, and none of an error that repeats it: MA-3', async () => {
    const query = await send('/books/dune?q=1&token=a1', {}, { query: true })
    expect(query.attributes['url.query']).toBe('q=1&token=•••')
    const path = await send('/books/dune;sid=a1')
    expect(path.attributes['url.path']).toBe('/books/dune;sid=•••')
    const param = await send('/reset/a1')
    expect(param.attributes['url.path']).toBe('/reset/:token')
    const { attributes, events } = await send('/fails?q=1&code=a1')
    expect(attributes['error.type']).toBe('RangeError')
    expect(events[0]!.attributes).toMatchObject({
      'exception.type': 'RangeError',
      'exception.message': 'Cannot serve https://shop.test/fails?q=1&code=•••',
    })
    expect(JSON.stringify(events)).not.toContain('a1')
  })

  it('has no key in a path whose route is not known: MA-5', async () => {
    const key = '4eC39HqLyjWDarjtT1zdp7dc'
    expect((await send(`/reset/${key}/more`)).attributes['url.path']).toBe('/reset/•••/more')
    expect((await send(`/books/${key}`)).attributes['url.path']).toBe(`/books/${key}`)
  })

  it('is named after the method alone if no route matches, and 4xx is not its error', async () => {
    const span = await send('/nothing')
    expect(span.name).toBe('GET')
    expect(span.attributes).not.toHaveProperty('http.route')
    expect(span.attributes['http.response.status_code']).toBe(404)
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.attributes).not.toHaveProperty('error.type')
  })

  it('does not take any word of a client as the name of a method', async () => {
    const span = await send('/books/dune', { method: 'BREW' })
    expect(span.name).toBe('HTTP /books/:slug')
    expect(span.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'BREW',
    })
  })

  it("has a run of cache() as a child of the visitor's request, and counts only the visitor", async () => {
    const responses = cache({ storage: createMemoryStorage(), routes: ['/cached'] })
    for (const options of [{}, { extract: false }]) {
      spans.reset()
      const router = createRouter({ observe: [openTelemetry(options)], middleware: [responses] })
      router.get('/cached', () => new Response('x', { headers: { 'Cache-Control': 'no-store' } }))
      await (await router.fetch(`${origin}/cached?extract=${options.extract}`)).text()
      const [inner, outer] = spans.getFinishedSpans()
      expect([inner!.kind, outer!.kind]).toEqual([SpanKind.INTERNAL, SpanKind.SERVER])
      expect(inner!.parentSpanContext?.spanId).toBe(outer!.spanContext().spanId)
    }

    await reader.forceFlush()
    const found = measured
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap((scope) => scope.metrics)
    const duration = found.find((one) => one.descriptor.name === 'http.server.request.duration')!
    const points = duration.dataPoints as { attributes: Attributes; value: { count: number } }[]
    const cached = points.filter(({ attributes }) => attributes['http.route'] === '/cached')
    expect(cached.map(({ value }) => value.count)).toEqual([2])
  })

  it('has an error for a 5xx, with the name of what was thrown or with the status', async () => {
    const thrown = await send('/fails')
    expect(thrown.status.code).toBe(SpanStatusCode.ERROR)
    expect(thrown.attributes).toMatchObject({
      'http.response.status_code': 500,
      'error.type': 'RangeError',
    })
    expect(thrown.events).toMatchObject([{ name: 'exception' }])
    const busy = await send('/busy')
    expect(busy.status.code).toBe(SpanStatusCode.ERROR)
    expect(busy.attributes['error.type']).toBe('503')
  })

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it('continues the trace of the request', async () => {
    const span = await send('/books/dune', { headers: { traceparent } })
    expect(span.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(span.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  })

  it('starts a new trace with a link, if it should not believe the request', async () => {
    const span = await send('/books/dune', { headers: { traceparent } }, { extract: false })
    expect(span.spanContext().traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
    expect(span.parentSpanContext).toBeUndefined()
    expect(span.links).toMatchObject([{ context: { spanId: 'b7ad6b7169203331' } }])
  })

  it('is active in handlers, so that their spans are inside of it', async () => {
    const router = createRouter({ observe: [openTelemetry()] })
    router.get('/', async () => {
      await Promise.resolve()
      trace.getTracer('db').startSpan('SELECT').end()
      return new Response()
    })
    await router.fetch(`${origin}/`)
    const [select, request] = spans.getFinishedSpans()
    expect(select!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
  })

  it('has spans for loaders, whose database calls are inside of them, and for renders', async () => {
    const router = createRouter({ observe: [openTelemetry()] })
    router.get('/', async (context) => {
      const observation = internalsOf(context).observation!
      const fields = { type: 'loader', routeId: 'book', cause: 'document' } as const
      const query = async (): Promise<number> => {
        await Promise.resolve()
        trace.getTracer('db').startSpan('SELECT').end()
        return 1
      }
      const work = observation.handler(fields)
      await work.run(query)
      work.end({ result: 'data', status: 200 })
      await observation.render({ routeId: 'book' }, async (progress) => {
        progress({ phase: 'shell', mode: 'string' })
        progress({ phase: 'end', mode: 'string', result: 'ok' })
      })
      return new Response()
    })
    await router.fetch(`${origin}/`)
    const [select, loader, render, request] = spans.getFinishedSpans()
    expect([loader!.name, render!.name]).toEqual(['loader book', 'render'])
    expect(select!.parentSpanContext?.spanId).toBe(loader!.spanContext().spanId)
    expect(loader!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
    expect(render!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
    expect(loader!.attributes).toEqual({
      'framework.route_id': 'book',
      'framework.cause': 'document',
      'framework.result': 'data',
    })
  })

  it('marks a loader that failed, but not a loader that threw a 404', () => {
    const observer = openTelemetry()
    const emit = (event: object): void => observer.event!(event as ServerEvent)
    const request = { type: 'request', id: 1, method: 'GET', url: origin, header: () => null }
    emit({ ...request, phase: 'start' })
    for (const [id, status] of [
      [2, 500],
      [3, 404],
    ] as const) {
      const loader = { type: 'loader', id, parent: 1, routeId: 'a' } as unknown as HandlerStart
      emit({ ...loader, phase: 'start' })
      emit({ ...loader, phase: 'end', result: 'error', status })
    }
    const [failed, missing] = spans.getFinishedSpans()
    expect(failed!.status.code).toBe(SpanStatusCode.ERROR)
    expect(missing!.status.code).toBe(SpanStatusCode.UNSET)
  })

  it('tells the browser the trace of a document', () => {
    const observer = openTelemetry()
    const emit = (event: object): void => observer.event!(event as ServerEvent)
    const start = { type: 'request', phase: 'start', id: 1, method: 'GET', url: origin } as const
    const request = { ...start, header: () => null }
    const sent = (kind: string): string | null => {
      emit(request)
      emit({ type: 'route', id: 2, parent: 1, pattern: '/', kind, params: [] })
      const headers = new Headers()
      observer.response!(request, headers)
      return headers.get('Server-Timing')
    }
    expect(sent('document')).toMatch(/^traceparent;desc="00-[0-9a-f]{32}-[0-9a-f]{16}-01"$/)
    expect(sent('data')).toBeNull()
  })

  it('measures durations in seconds, and requests that are active', async () => {
    await send('/books/dune?q=secret', { method: 'BREW' })
    await reader.forceFlush()
    const found = measured
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap((scope) => scope.metrics)
    const duration = found.find((one) => one.descriptor.name === 'http.server.request.duration')!
    expect(duration.descriptor.unit).toBe('s')
    const points = duration.dataPoints as { attributes: object; value: { buckets: object } }[]
    const point = points.find(({ attributes }) => Object.values(attributes).includes('_OTHER'))!
    expect(point.attributes).toEqual({
      'http.request.method': '_OTHER',
      'http.route': '/books/:slug',
      'http.response.status_code': 200,
      'url.scheme': 'https',
    })
    expect(point.value.buckets).toMatchObject({
      boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    })
    const active = found.find((one) => one.descriptor.name === 'http.server.active_requests')!
    const brewing = active.dataPoints.filter(
      ({ attributes }) => attributes['http.request.method'] === '_OTHER',
    )
    expect(brewing).toMatchObject([{ value: 0 }])
  })

  it('refuses unknown options', () => {
    expect(() => openTelemetry({ queries: true } as never)).toThrow(
      'openTelemetry() has no option "queries"',
    )
  })
})
