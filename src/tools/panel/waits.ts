import type { RequestRecord, Step } from './records.ts'

/** A part of the time before a response was ready, and what it was spent on. */
export interface Wait {
  readonly start: number
  readonly end: number
  /** The work, the innermost middleware, or `undefined` if it was not measured. */
  readonly step: Step | undefined
}

const work = new Set(['session', 'loader', 'action', 'render', 'request', 'module'])

/** Shorter gaps are not worth a line. */
const shortestGap = 5

/**
 * Finds what a response waited for: the work that ended last before it was ready; from its start, the work that ended last
 * before that; until the request began. A middleware is not work, because it contains the rest: it gets the time between.
 *
 * @returns The parts in the order of time
 */
export function findWaits({ steps, ready }: Pick<RequestRecord, 'steps' | 'ready'>): Wait[] {
  if (ready === undefined) return []
  const outer = steps.filter(({ inner }) => inner === undefined)
  const ended = outer
    .filter(({ type, end }) => work.has(type) && end !== undefined)
    .sort((a, b) => b.end! - a.end! || b.start - a.start)
  const middleware = outer.filter(({ type }) => type === 'middleware')

  const waits: Wait[] = []
  let until = ready
  for (const step of ended) {
    if (step.end! > until || step.start >= until) continue
    waits.push(...fillGap(middleware, step.end!, until), {
      start: step.start,
      end: step.end!,
      step,
    })
    until = step.start
  }
  waits.push(...fillGap(middleware, 0, until))
  return waits.reverse()
}

/** Divides the time between two works among the innermost middleware of each moment, the latest first. */
function fillGap(middleware: readonly Step[], from: number, to: number): Wait[] {
  const edges = middleware
    .flatMap(({ start, end = to }) => [start, end])
    .filter((edge) => edge > from && edge < to)
  const times = Array.from(new Set([from, ...edges, to])).sort((a, b) => a - b)
  const waits: Wait[] = []
  for (let at = times.length - 1; at > 0; at -= 1) {
    const [start, end] = [times[at - 1]!, times[at]!]
    const step = middleware.findLast((one) => one.start <= start && (one.end ?? to) >= end)
    const last = waits.at(-1)
    if (last !== undefined && last.step === step) waits[waits.length - 1] = { ...last, start }
    else waits.push({ start, end, step })
  }
  return waits.filter(({ start, end, step }) => end > start && (step || end - start > shortestGap))
}

/**
 * Says in one sentence what took the most time, such as `97 ms, of which 81 ms the loader of routes/books`. A second part is
 * named if it took at least half as long.
 */
export function describeWaits(record: Pick<RequestRecord, 'steps' | 'ready'>): string {
  if (record.ready === undefined) return 'It has no response yet.'
  const whole = formatTime(record.ready)
  const parts = findWaits(record)
    .map(({ start, end, step }) => ({ spent: end - start, step }))
    .sort((a, b) => b.spent - a.spent)
  const named = parts
    .filter(({ spent }) => spent >= parts[0]!.spent / 2)
    .slice(0, 2)
    .map(({ spent, step }) => `${formatTime(spent)} ${step ? nameStep(step) : 'were not measured'}`)
  return named.length === 0 ? `${whole}.` : `${whole}, of which ${named.join(' and ')}.`
}

/** Names a step in a sentence. */
export function nameStep({ type, name }: Step): string {
  const names: Record<string, string> = {
    loader: `the loader of ${name}`,
    action: `the action of ${name}`,
    render: `rendering ${name}`,
    module: `importing ${name}`,
    session: `the session (${name})`,
    request: `the inner request for ${name}`,
    middleware: `in ${name || 'middleware without a name'}`,
  }
  return names[type] ?? `${type} ${name}`.trim()
}

export function formatTime(milliseconds: number): string {
  if (milliseconds >= 10_000) return `${Math.round(milliseconds / 1000)} s`
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`
}

/** Whether a request has failed. A client that has disconnected is not a failure. */
export function hasFailed({ problems, status = 0 }: RequestRecord): boolean {
  return (status >= 400 && status !== 499) || problems.length > 0
}
