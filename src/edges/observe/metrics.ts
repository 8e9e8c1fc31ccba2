import type { Observer, RequestContext, ServerEvent } from '../../router/fetch-router/index.ts'
import { isRequestMethod } from '../../router/routes/index.ts'

/** An observer that counts, and prints its numbers in the format of Prometheus. */
export interface Metrics extends Observer {
  event(event: ServerEvent): void
  /** The numbers as Prometheus text, version 0.0.4. */
  text(): string
  /** A handler that responds with {@link Metrics.text}. It lets every client read them: put a guard before it. */
  handler(context?: RequestContext): Response
}

/**
 * Creates an observer that counts requests, loaders, actions, and the results of caches, live pages and `once()`.
 *
 * Requests are counted by the pattern of their route, never by their path, so clients cannot add lines.
 *
 * @returns The observer, with the handler of a route such as `/metrics`
 *
 * @example
 * const measured = metrics()
 * const router = createRouter({ observe: [measured] })
 * router.get('/metrics', { middleware: [requireKey], handler: measured.handler })
 */
export function metrics(): Metrics {
  const running = new Map<number, { pattern: string }>()
  const series = createSeries()

  function event(event: ServerEvent): void {
    switch (event.type) {
      case 'request':
        // A request that another request has caused, such as one of `cache()`, does not come from a client.
        if (event.parent === undefined) countRequest(event)
        return
      case 'route': {
        const request = running.get(event.parent!)
        if (request) request.pattern = event.pattern
        return
      }
      case 'loader':
      case 'action':
        if (event.phase === 'end') {
          const { routeId, result, duration } = event
          series[event.type].record(duration, { framework_route_id: routeId, result })
        }
        return
      case 'cache':
        return series.cache.add(1, { result: event.result })
      case 'once':
        return series.once.add(1, { framework_route_id: event.routeId, result: event.result })
      case 'live':
        return countLive(event.phase, { framework_route_id: event.routeId })
      case 'error':
        return series.errors.add(1, { where: event.where })
    }
  }

  function countRequest(event: ServerEvent & { type: 'request' }): void {
    const method = isRequestMethod(event.method) ? event.method : '_OTHER'
    const labels = { http_request_method: method, url_scheme: event.url.split(':', 1)[0]! }
    if (event.phase === 'start') {
      running.set(event.id, { pattern: '' })
      return series.active.add(1, labels)
    }
    const request = running.get(event.id)
    if (request === undefined) return

    running.delete(event.id)
    series.active.add(-1, labels)
    series.requests.record(event.duration, {
      ...labels,
      http_route: request.pattern,
      http_response_status_code: String(event.status),
    })
  }

  function countLive(phase: 'open' | 'tell' | 'end', labels: Labels): void {
    if (phase === 'tell') series.told.add(1, labels)
    else series.streams.add(phase === 'open' ? 1 : -1, labels)
  }

  const text = () =>
    Object.values(series)
      .map((one) => one.text())
      .join('')
  const headers = {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  }

  return { event, text, handler: () => new Response(text(), { headers }) }
}

/** The names and units are those of OpenTelemetry's conventions in Prometheus. Our own names begin with `framework_`. */
function createSeries() {
  return {
    requests: new Histogram('http_server_request_duration_seconds', 'Duration of requests.'),
    active: new Counter('http_server_active_requests', 'gauge', 'Requests that are running.'),
    loader: new Histogram('framework_loader_duration_seconds', 'Duration of loaders.'),
    action: new Histogram('framework_action_duration_seconds', 'Duration of actions.'),
    cache: new Counter('framework_cache_results_total', 'counter', 'Results of the cache.'),
    once: new Counter('framework_once_results_total', 'counter', 'Results of once().'),
    streams: new Counter('framework_live_streams', 'gauge', 'Open streams of live pages.'),
    told: new Counter('framework_live_messages_total', 'counter', 'Messages to live pages.'),
    errors: new Counter('framework_errors_total', 'counter', 'Errors of the app.'),
  }
}

type Labels = Readonly<Record<string, string>>

/** A number for each set of labels. */
class Counter {
  readonly #name: string
  readonly #head: string
  readonly #values = new Map<string, number>()

  constructor(name: string, type: 'counter' | 'gauge', help: string) {
    this.#name = name
    this.#head = headOf(name, type, help)
  }

  add(amount: number, labels: Labels): void {
    const key = writeLabels(labels)
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount)
  }

  text(): string {
    const lines = Array.from(
      this.#values,
      ([labels, value]) => `${this.#name}{${labels}} ${value}\n`,
    )
    return this.#head + lines.join('')
  }
}

/** The buckets of `http.server.request.duration` in the semantic conventions, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The durations for each set of labels: how many there were up to each limit. */
class Histogram {
  readonly #name: string
  readonly #head: string
  readonly #values = new Map<string, { sum: number; readonly counts: number[] }>()

  constructor(name: string, help: string) {
    this.#name = name
    this.#head = headOf(name, 'histogram', help)
  }

  record(milliseconds: number, labels: Labels): void {
    const key = writeLabels(labels)
    let value = this.#values.get(key)
    if (!value)
      this.#values.set(key, (value = { sum: 0, counts: Array(buckets.length + 1).fill(0) }))

    const seconds = milliseconds / 1000
    const bucket = buckets.findIndex((limit) => seconds <= limit)
    value.counts[bucket === -1 ? buckets.length : bucket]!++
    value.sum += seconds
  }

  text(): string {
    const lines = Array.from(this.#values, ([labels, { sum, counts }]) => {
      let count = 0
      const steps = counts.map((inBucket, i) => {
        count += inBucket
        return `${this.#name}_bucket{${labels},le="${buckets[i] ?? '+Inf'}"} ${count}\n`
      })
      return `${steps.join('')}${this.#name}_sum{${labels}} ${sum}\n${this.#name}_count{${labels}} ${count}\n`
    })
    return this.#head + lines.join('')
  }
}

function headOf(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
}

function writeLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, escape)}"`)
    .join()
}

function escape(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`
}
