import type { ServerEvent } from '../../router/fetch-router/index.ts'
import type { Entry, Log } from './log.ts'
import { cut, maskText } from './mask.ts'
import type { Step } from './records.ts'

/** Where the events of one piece of work belong: an entry, its step, and the inner request around it. */
interface Place {
  readonly entry: Entry
  readonly step?: Step | undefined
  readonly inner?: number | undefined
}

/** Then the oldest are forgotten, as those of requests that the log has forgotten. */
const maxPlaces = 4000

/** Creates the function that writes the events of one handler into the log. Ids count up in each copy of the app. */
export function recordEvents(
  log: Log,
  current: () => Entry | undefined,
): (event: ServerEvent) => void {
  const recorder = new Recorder(log)
  return (event) =>
    event.type === 'request' && event.phase === 'start'
      ? recorder.begin(event, current())
      : recorder.record(event)
}

class Recorder {
  readonly #log: Log
  /** By the id of an event. Those of requests stay, because work goes on after a response. */
  readonly #places = new Map<number, Place>()

  constructor(log: Log) {
    this.#log = log
  }

  /** A request inside of another one is a step of it. */
  begin(
    { id, parent = -1, method, url }: Extract<ServerEvent, { phase: 'start'; type: 'request' }>,
    current: Entry | undefined,
  ): void {
    const entry = this.#places.get(parent)?.entry ?? current
    if (entry === undefined) return
    for (const [old, place] of this.#places) {
      if (this.#places.size <= maxPlaces && this.#isKept(place.entry)) break
      this.#places.delete(old)
    }
    const { pathname, search } = new URL(url)
    const path = this.#log.url(entry, pathname + search)
    if (entry.isTaken) {
      const step = this.#addStep({ entry }, 'request', `${cut(method, 20)} ${path}`)
      const inner = step ? entry.record.steps.indexOf(step) : -1
      return void this.#places.set(id, { entry, step, inner })
    }
    entry.isTaken = true
    entry.href = pathname + search
    entry.record.path = path
    this.#places.set(id, { entry })
    this.#log.change(entry)
  }

  record(event: ServerEvent): void {
    // No request has caused what happens in `start`.
    if (event.type === 'error' && event.where === 'start') {
      return this.#log.addError(event.error, event.where)
    }
    const place = this.#places.get(event.id) ?? this.#places.get(event.parent ?? -1)
    if (place === undefined || !this.#isKept(place.entry)) {
      return void this.#places.delete(event.id)
    }
    const log = this.#log
    const { entry, inner } = place
    const { record } = entry
    const once = (name: string, duration = 0, note?: string): void => {
      const step = this.#addStep(place, event.type, short(entry, name))
      if (step === undefined) return
      step.end = step.start
      step.start -= Math.min(duration, step.start)
      if (note) step.note = note
    }

    switch (event.type) {
      case 'request':
        if (event.phase === 'start') return
        if (inner !== undefined) return this.#end(event.id, entry, String(event.status))
        record.ended = now(entry)
        record.bytes = event.bytes
        // A live stream ends when its page is left. Its response was sent.
        if (event.result !== 'aborted' || record.status === undefined) record.status = event.status
        return log.change(entry)
      case 'route':
        if (log.urls.learn(event.pattern)) record.path = log.url(entry, entry.href)
        if (inner === undefined) {
          record.pattern = cut(event.pattern, 500)
          if (event.routeId !== undefined) record.routeId = cut(event.routeId, 200)
        }
        return log.change(entry)
      case 'middleware':
      case 'loader':
      case 'action':
      case 'render':
        return this.#recordWork(event, place)
      case 'deferred': {
        const { routeId, key, duration, result } = event
        return once(`${routeId} ${key}`, duration, result === 'error' ? 'error' : undefined)
      }
      case 'session':
        return once(event.phase, event.duration)
      case 'writes': {
        const { routeId, tags, verdicts } = event
        const mask = (tag: string): string => short(entry, tag)
        const masked = verdicts.map((one) => ({ ...one, tag: one.tag && mask(one.tag) }))
        const writes = { routeId, tags: tags?.map(mask), verdicts: masked }
        if (log.fits(entry, writes)) record.writes = writes
        return log.change(entry)
      }
      case 'input': {
        const input = event.errors.slice(0, 20).map((error) => ({
          in: error.in,
          name: maskText(entry, error.name).slice(0, 200),
          message: maskText(entry, error.message).slice(0, 500),
        }))
        if (log.fits(entry, input)) record.input = input
        return log.addInput(entry, input)
      }
      case 'cache': {
        const { result, why, age } = event
        const seen = { result, why: why && maskText(entry, why), age }
        if (log.fits(entry, seen)) record.cache.push(seen)
        return once(result)
      }
      case 'error':
        return log.addError(event.error, event.where, { entry, routeId: event.routeId })
      default:
        return once(event.phase)
    }
  }

  /** Records what begins and ends. */
  #recordWork(
    event: Extract<ServerEvent, { type: 'middleware' | 'loader' | 'action' | 'render' }>,
    place: Place,
  ): void {
    const { id, phase, type } = event
    const { entry, inner } = place
    if (phase === 'start') {
      if (type === 'loader' || type === 'action') entry.record.cause ??= event.cause
      const name = short(entry, type === 'middleware' ? event.name : event.routeId)
      this.#places.set(id, { entry, inner, step: this.#addStep(place, type, name) })
    } else if (type === 'middleware') {
      this.#end(id, entry)
    } else if (type !== 'render') {
      const { result, status, reads } = event
      this.#end(id, entry, result === 'data' ? undefined : `${result} ${status}`, reads)
    } else if (phase === 'end') {
      this.#end(id, entry, event.mode === 'stream' ? 'streamed' : undefined)
    } else {
      const step = this.#places.get(id)?.step
      if (step !== undefined) step.end = now(entry)
      this.#log.change(entry)
    }
  }

  #end(id: number, entry: Entry, note?: string, reads?: readonly string[]): void {
    const step = this.#places.get(id)?.step
    this.#places.delete(id)
    if (step === undefined) return
    step.end ??= now(entry)
    if (note) step.note = note
    const masked = reads?.map((tag) => short(entry, tag))
    if (masked && this.#log.fits(entry, masked)) step.reads = masked
    this.#log.change(entry)
  }

  /** Adds a step that begins now. Returns `undefined` if the record has no room for it. */
  #addStep({ entry, inner }: Place, type: string, name: string): Step | undefined {
    return this.#log.addStep(entry, { type, name, ...(inner !== undefined && { inner }) })
  }

  #isKept({ record }: Entry): boolean {
    return this.#log.entry(record.number) !== undefined
  }
}

function short({ mask }: Entry, text: string): string {
  return cut(mask(text), 200)
}

function now({ startedAt }: Entry): number {
  return performance.now() - startedAt
}
