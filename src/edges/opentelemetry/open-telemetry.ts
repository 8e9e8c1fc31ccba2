import {
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Exception,
  type Histogram,
  type Span,
  type TextMapGetter,
  type UpDownCounter,
} from '@opentelemetry/api'
import type { Observer, ServerEvent } from '../../router/fetch-router/index.ts'
import type {
  ErrorEvent,
  HandlerEnd,
  HandlerStart,
  RenderEnd,
  RenderStart,
  RequestEnd,
  RequestStart,
  RouteEvent,
  WorkEvent,
} from '../../router/fetch-router/shared.ts'
import { checkOptions } from '../../internal/guards/check.ts'
import { maskKeys, maskSecrets } from '../../internal/text/mask-secrets.ts'
import { isSecretParam } from '../../internal/text/secret-names.ts'
import { isRequestMethod } from '../../router/routes/index.ts'

/** Options for {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /**
   * Whether a request continues the trace in its headers. Turn it off if clients outside your network could send them: each
   * request then starts a new trace, with a link to the one in its headers.
   *
   * @default true
   */
  readonly extract?: boolean
  /**
   * Whether spans have the query of the URL. It can contain personal data. Values of secret names are masked.
   *
   * @default false
   */
  readonly query?: boolean
}

/** The buckets of `http.server.request.duration` in the semantic conventions, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** A span, and the context in which it is active. */
interface Active {
  readonly span: Span
  readonly context: Context
}

/** The facts about a request that has not ended. */
interface ActiveRequest extends Active {
  readonly attributes: Attributes
  readonly url: string
  route: RouteEvent | undefined
  failure: string | undefined
}

/**
 * Creates an observer that sends traces and metrics to OpenTelemetry, by its conventions for HTTP.
 *
 * A request is a server span with the name `GET /books/:slug`. Loaders, actions and renders are spans inside of it, and
 * they are active while they run, so that the span of a database call is inside of its loader. A data request has the
 * same name as its page. It needs `@opentelemetry/api`, and an SDK that the app sets up before its first request.
 *
 * @param options Where traces start, and whether spans have the query
 * @returns An observer for `createRouter({ observe })`
 * @throws {TypeError} If an option is not known
 *
 * @example
 * const router = createRouter({ observe: [openTelemetry()] })
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Observer {
  checkOptions('openTelemetry()', options, 'extract query')
  const spans = new Spans(options)

  return {
    event: (event) => spans.record(event),
    run: (event, call) => spans.runInside(event, call),
    response: (event, headers) => spans.addTrace(event, headers),
  }
}

/** The spans of all running work, and the metrics of requests. */
class Spans {
  readonly #extract: boolean
  readonly #query: boolean
  readonly #requests = new Map<number, ActiveRequest>()
  /** The loaders, actions and renders. */
  readonly #steps = new Map<number, Active>()
  readonly #instruments = createInstruments()

  constructor({ extract = true, query = false }: OpenTelemetryOptions) {
    this.#extract = extract
    this.#query = query
  }

  record(event: ServerEvent): void {
    switch (event.type) {
      case 'request':
        return event.phase === 'start' ? this.#startRequest(event) : this.#endRequest(event)
      case 'loader':
      case 'action':
        return event.phase === 'start' ? this.#startStep(event) : this.#endStep(event)
      case 'render':
        if (event.phase === 'start') this.#startStep(event)
        if (event.phase === 'end') this.#endStep(event)
        return
      case 'route':
        return this.#addRoute(event)
      case 'error':
        return this.#addError(event)
    }
  }

  /** Runs `call` while the span of its event is active. */
  runInside<Result>(event: WorkEvent, call: () => Result): Result {
    const all: ReadonlyMap<number, Active> = event.type === 'request' ? this.#requests : this.#steps
    const active = all.get(event.id)
    return active === undefined ? call() : context.with(active.context, call)
  }

  /** Adds the trace of a document to its headers, for the browser. */
  addTrace(event: RequestStart, headers: Headers): void {
    const request = this.#requests.get(event.id)
    if (request === undefined || request.route?.kind !== 'document') return
    const { spanId, traceFlags, traceId } = request.span.spanContext()
    const flags = traceFlags.toString(16).padStart(2, '0')
    headers.append('Server-Timing', `traceparent;desc="00-${traceId}-${spanId}-${flags}"`)
  }

  #startRequest(event: RequestStart): void {
    // A request from inside the process, such as of `cache()`, belongs to the request that has sent it.
    const isInner = event.parent !== undefined
    const incoming = isInner
      ? (this.#requests.get(event.parent)?.context ?? ROOT_CONTEXT)
      : propagation.extract(ROOT_CONTEXT, event, headers)
    const continues = this.#extract || isInner
    const linked = continues ? undefined : trace.getSpanContext(incoming)
    const attributes = describeRequest(event)
    const parent = continues ? incoming : ROOT_CONTEXT
    const span = tracer().startSpan(
      spanMethod(attributes),
      {
        kind: isInner ? SpanKind.INTERNAL : SpanKind.SERVER,
        attributes: { ...attributes, ...describeDetails(event, this.#query) },
        ...(linked && { links: [{ context: linked }] }),
      },
      parent,
    )
    const request = { span, context: trace.setSpan(parent, span), attributes, url: event.url }
    this.#requests.set(event.id, { ...request, route: undefined, failure: undefined })
    if (!isInner) this.#instruments().active.add(1, attributes)
  }

  #endRequest(event: RequestEnd): void {
    const request = this.#requests.get(event.id)
    if (request === undefined) return
    this.#requests.delete(event.id)

    const { attributes, failure, route, span } = request
    const isFailed = event.status >= 500 || event.result === 'error'
    const result: Attributes = {
      'http.response.status_code': event.status,
      ...(route && { 'http.route': route.pattern }),
      ...(isFailed && { 'error.type': failure ?? String(event.status) }),
    }
    span.setAttributes(result)
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    // If no client has sent it, the metrics of the server do not count it.
    if (event.parent !== undefined) return

    const { active, duration } = this.#instruments()
    active.add(-1, attributes)
    duration.record(event.duration / 1000, { ...attributes, ...result })
  }

  #startStep(event: HandlerStart | RenderStart): void {
    const request = this.#requests.get(event.parent!)
    if (request === undefined) return
    const name = event.type === 'render' ? 'render' : `${event.type} ${event.routeId}`
    const attributes: Attributes = { 'framework.route_id': event.routeId }
    if (event.type !== 'render') attributes['framework.cause'] = event.cause
    const span = tracer().startSpan(name, { attributes }, request.context)
    this.#steps.set(event.id, { span, context: trace.setSpan(request.context, span) })
  }

  #endStep(event: HandlerEnd | RenderEnd): void {
    const step = this.#steps.get(event.id)
    if (step === undefined) return
    this.#steps.delete(event.id)
    step.span.setAttribute('framework.result', event.result)
    // The app may throw a 404 on purpose, so that is not an error.
    const isFailed = event.result === 'error' && !('status' in event && event.status < 500)
    if (isFailed) step.span.setStatus({ code: SpanStatusCode.ERROR })
    step.span.end()
  }

  #addRoute(event: RouteEvent): void {
    const request = this.#requests.get(event.parent!)
    if (request === undefined) return
    request.route = event
    request.span.updateName(`${spanMethod(request.attributes)} ${event.pattern}`)
    request.span.setAttributes({
      'http.route': event.pattern,
      'framework.kind': event.kind,
      // The path of `/reset/:token` has a secret.
      'url.path': event.params.some(isSecretParam)
        ? event.pattern
        : maskSecrets(new URL(request.url).pathname),
    })
  }

  #addError({ error, parent }: ErrorEvent): void {
    const request = this.#requests.get(parent!)
    if (request === undefined) return
    request.failure = nameOf(error)
    request.span.recordException(describeException(error))
  }
}

// The API looks for the SDK when a tracer is requested, and the SDK may be set up after the router was created.
function tracer(): ReturnType<typeof trace.getTracer> {
  return trace.getTracer('framework')
}

interface Instruments {
  readonly active: UpDownCounter
  readonly duration: Histogram
}

function createInstruments(): () => Instruments {
  let instruments: Instruments | undefined
  return () => {
    if (instruments === undefined) {
      const meter = metrics.getMeter('framework')
      instruments = {
        active: meter.createUpDownCounter('http.server.active_requests', {
          unit: '{request}',
          description: 'Number of active HTTP server requests.',
        }),
        duration: meter.createHistogram('http.server.request.duration', {
          unit: 's',
          description: 'Duration of HTTP server requests.',
          advice: { explicitBucketBoundaries: buckets },
        }),
      }
    }
    return instruments
  }
}

const headers: TextMapGetter<RequestStart> = {
  keys: () => ['traceparent', 'tracestate', 'baggage'],
  get: (event, name) => event.header(name) ?? undefined,
}

/**
 * Returns the attributes that spans and metrics of a request share. They have few different values, so clients cannot add
 * more.
 */
function describeRequest({ method, url }: RequestStart): Attributes {
  return {
    'http.request.method': isRequestMethod(method) ? method : '_OTHER',
    'url.scheme': url.slice(0, url.indexOf(':')),
  }
}

function describeDetails({ method, url }: RequestStart, query: boolean): Attributes {
  const { hostname, pathname, port, protocol, search } = new URL(url)
  return {
    ...(!isRequestMethod(method) && { 'http.request.method_original': method }),
    // This value applies until a route is known. Middleware may refuse the request before that.
    'url.path': maskKeys(pathname),
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    ...(query && search !== '' && { 'url.query': maskSecrets(search).slice(1) }),
  }
}

/** For an unknown method, the conventions use the word `HTTP`. */
function spanMethod({ 'http.request.method': method }: Attributes): string {
  return method === '_OTHER' ? 'HTTP' : String(method)
}

/** Describes an error without secrets: an error often repeats its URL. */
function describeException(error: unknown): Exception {
  if (!(error instanceof Error)) return maskSecrets(String(error))
  const { code, name, message, stack } = error as Error & { code?: string | number }
  return {
    ...(code !== undefined && { code }),
    name,
    message: maskSecrets(message),
    ...(stack !== undefined && { stack: maskSecrets(stack) }),
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
