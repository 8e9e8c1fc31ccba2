import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from './records.ts'
import { describeWaits, findWaits } from './waits.ts'

/** The same rule, one tick at a time. A gap of up to 5 ticks without middleware has no part. */
function model(steps: readonly Step[], ready: number): (Step | undefined)[] {
  const ticks: (Step | undefined)[] = Array.from({ length: ready }, () => undefined)
  const isWork = ({ type }: Step) => type !== 'middleware'
  let at = ready
  while (at > 0) {
    const last = steps
      .filter((step) => isWork(step) && step.end! <= at && step.start < at)
      .reduce<Step | undefined>(
        (best, step) =>
          best === undefined ||
          step.end! > best.end! ||
          (step.end === best.end && step.start > best.start)
            ? step
            : best,
        undefined,
      )
    for (let tick = last?.end ?? 0; tick < at; tick += 1) {
      ticks[tick] = steps.findLast(
        (step) => !isWork(step) && step.start <= tick && step.end! >= tick + 1,
      )
    }
    if (last === undefined) return ticks
    for (let tick = last.start; tick < last.end!; tick += 1) ticks[tick] = last
    at = last.start
  }
  return ticks
}

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 40 }))
  .map(([start, length]) => ({ start, end: start + length }))
const schedule = fc.record({
  ready: fc.integer({ min: 1, max: 100 }),
  work: fc.array(
    fc.tuple(span, fc.constantFrom('loader', 'session', 'render', 'request', 'module')),
    {
      maxLength: 8,
    },
  ),
  // Each middleware is inside of the one before.
  middleware: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })), {
    maxLength: 4,
  }),
})

describe('findWaits', () => {
  it('follows the work that ended last, as a model does tick by tick', () => {
    fc.assert(
      fc.property(schedule, ({ ready, work, middleware }) => {
        const steps: Step[] = []
        let [from, to] = [0, 100]
        for (const [before, after] of middleware) {
          from += before
          to -= after
          steps.push({ type: 'middleware', name: String(steps.length), start: from, end: to })
        }
        for (const [times, type] of work) {
          steps.push({ type, name: String(steps.length), ...times })
        }

        const expected = model(steps, ready)
        const waits = findWaits({ steps, ready })
        const found: (Step | undefined)[] = Array.from({ length: ready }, () => undefined)
        for (const { start, end, step } of waits) {
          for (let tick = start; tick < end; tick += 1) found[tick] = step
        }
        expect(found.map((step) => step?.name)).toEqual(expected.map((step) => step?.name))
        expect(waits.map(({ start }) => start)).toEqual(
          waits.map(({ start }) => start).toSorted((a, b) => a - b),
        )
        for (const { start, end, step } of waits) expect(step ?? end - start > 5).toBeTruthy()
      }),
      { numRuns: 2000, seed: 12 },
    )
  })

  it('is one sentence', () => {
    const loader: Step = { type: 'loader', name: 'routes/books', start: 10, end: 91 }
    expect(describeWaits({ steps: [loader], ready: 97 })).toBe(
      '97 ms, of which 81 ms the loader of routes/books.',
    )
    const render: Step = { type: 'render', name: 'routes/books', start: 91, end: 140 }
    expect(describeWaits({ steps: [loader, render], ready: 141 })).toBe(
      '141 ms, of which 81 ms the loader of routes/books and 49 ms rendering routes/books.',
    )
    expect(describeWaits({ steps: [], ready: 97 })).toBe('97 ms, of which 97 ms were not measured.')
    expect(describeWaits({ steps: [] })).toBe('It has no response yet.')
  })
})
