import type { ServerEvent } from '../fetch-router/index.ts'
import type { Entry, Log } from './log.ts'
import { cut, maskText } from './mask.ts'
import type { Step } from './records.ts'

/** Where the events of one piece of work belong: an entry, its step, and the inner request around it. */
interface Place {
  readonly entry: Entry
  readonly step?: Step | undefined
  readonly inner?: number | undefined
}

const maxSteps = 500
/** Then the oldest are forgotten, as those of requests that the log has forgotten. */
const maxPlaces = 4000

/** Creates the function that writes the events of one handler into the log. Ids count up in each copy of the app. */
export function recordEvents(
  log: Log,
  current: () => Entry | undefined,
): (event: ServerEvent) => void {
  /** By the id of an event. Those of requests stay, because work goes on after a response. */
  const places = new Map<number, Place>()

  return (event) => {
    if (event.type === 'request' && event.phase === 'start') return begin(event)

    const place = places.get(event.id) ?? places.get(event.parent ?? -1)
    if (place === undefined || !log.has(place.entry)) return void places.delete(event.id)
    record(event, place)
  }

  /** A request inside of another one is a step of it. */
  function begin(event: Extract<ServerEvent, { phase: 'start'; type: 'request' }>): void {
    const outer = places.get(event.parent ?? -1)?.entry ?? current()
    if (outer === undefined) return
    for (const [id, { entry }] of places) {
      if (places.size <= maxPlaces && log.has(entry)) break
      places.delete(id)
    }
    const href = pathOf(event.url)
    if (!outer.isTaken) {
      outer.isTaken = true
      places.set(event.id, { entry: outer })
      if (href === outer.href) return
      outer.href = href
      outer.record.path = log.url(outer, href)
      return log.change(outer)
    }
    const path = log.url(outer, href)
    const step = addStep(log, { entry: outer }, 'request', `${cut(event.method, 20)} ${path}`)
    const inner = step && outer.record.steps.indexOf(step)
    places.set(event.id, { entry: outer, step, inner: inner ?? -1 })
  }

  function record(event: ServerEvent, place: Place): void {
    const { entry, inner } = place
    const { record, mask } = entry
    const short = (text: string): string => cut(mask(text), 200)
    const start = (name: string): void => {
      places.set(event.id, {
        entry,
        inner,
        step: addStep(log, place, event.type, short(name)),
      })
    }
    const end = (note?: string, reads?: readonly string[]): void => {
      const step = places.get(event.id)?.step
      places.delete(event.id)
      if (step === undefined) return
      step.end ??= now(entry)
      if (note) step.note = note
      const masked = reads?.map(short)
      if (masked && log.fits(entry, masked)) step.reads = masked
      log.change(entry)
    }
    const once = (name: string, duration = 0, note?: string): void => {
      const step = addStep(log, place, event.type, short(name))
      if (step === undefined) return
      step.end = step.start
      step.start -= Math.min(duration, step.start)
      if (note) step.note = note
    }

    switch (event.type) {
      case 'request':
        if (event.phase === 'start') return
        if (inner !== undefined) return end(String(event.status))
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
        return event.phase === 'start' ? start(event.name) : end()
      case 'loader':
      case 'action':
        if (event.phase === 'start') {
          record.cause ??= event.cause
          return start(event.routeId)
        }
        return end(
          event.result === 'data' ? undefined : `${event.result} ${event.status}`,
          event.reads,
        )
      case 'render':
        if (event.phase === 'start') return start(event.routeId)
        if (event.phase === 'end') return end(event.mode === 'stream' ? 'streamed' : undefined)
        {
          const step = places.get(event.id)?.step
          if (step !== undefined) step.end = now(entry)
        }
        return log.change(entry)
      case 'deferred':
        return once(
          `${event.routeId} ${event.key}`,
          event.duration,
          event.result === 'error' ? 'error' : undefined,
        )
      case 'session':
        return once(event.phase, event.duration)
      case 'writes': {
        const { routeId, tags, verdicts } = event
        const writes = {
          routeId,
          tags: tags?.map(short),
          verdicts: verdicts.map((verdict) => ({
            ...verdict,
            tag: verdict.tag && short(verdict.tag),
          })),
        }
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
}

/** Adds a step that begins now. Returns `undefined` if the record has no room for it. */
function addStep(log: Log, { entry, inner }: Place, type: string, name: string): Step | undefined {
  const { record } = entry
  const step: Step = { type, name, start: now(entry), ...(inner !== undefined && { inner }) }
  log.change(entry)
  // A step gets its end and a note later.
  if (record.steps.length < maxSteps && log.fits(entry, { ...step, later: ' '.repeat(40) })) {
    record.steps.push(step)
    return step
  }
  record.moreSteps += 1
  return undefined
}

function now({ startedAt }: Entry): number {
  return performance.now() - startedAt
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
