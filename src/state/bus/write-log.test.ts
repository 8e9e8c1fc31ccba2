import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WriteLog } from './shared.ts'

describe('the write log', () => {
  it('knows what was written after a time', () => {
    let now = 10_000
    const log = new WriteLog({ now: () => now })
    now = 20_000
    log.write(['book:dune'])
    now = 30_000
    expect(log.writtenSince(['book:dune'], 15_000)).toBe(true)
    expect(log.writtenSince(['book:emma', 'book:dune'], 15_000)).toBe(true)
    expect(log.writtenSince(['book:emma'], 15_000)).toBe(false)
    expect(log.writtenSince(['book:dune'], 25_000)).toBe(false)
  })

  it('does not tell a tab its own writes, unless another tab wrote too', () => {
    let now = 0
    const log = new WriteLog({ now: () => now })
    now = 10_000
    log.write(['a'], 'one')
    expect(log.writtenSince(['a'], 5_000, 'one')).toBe(false)
    expect(log.writtenSince(['a'], 5_000, 'two')).toBe(true)
    log.write(['a'], 'two')
    expect(log.writtenSince(['a'], 5_000, 'one')).toBe(true)
    expect(log.writtenSince(['a'], 5_000, 'two')).toBe(true)
  })

  it('does not know what was written before it began, before a gap, or 15 minutes ago', () => {
    let now = 10_000
    const log = new WriteLog({ now: () => now })
    now = 20_000
    expect(log.writtenSince(['a'], 10_000)).toBe(undefined)
    expect(log.writtenSince(['a'], 12_000)).toBe(false)
    log.gap()
    now = 30_000
    expect(log.writtenSince(['a'], 20_000)).toBe(undefined)
    expect(log.writtenSince(['a'], 22_000)).toBe(false)
    now = 22_000 + 900_000
    expect(log.writtenSince(['a'], 22_000)).toBe(undefined)
    for (const time of [NaN, -Infinity, -1]) expect(log.writtenSince([], time)).toBe(undefined)
  })

  it('remembers 20,000 tags, and knows that it forgot others', () => {
    let now = 0
    const log = new WriteLog({ now: () => now })
    now = 5_000
    log.write(['first'])
    now = 8_000
    log.write(Array.from({ length: 20_000 }, (_, i) => `tag:${i}`))
    expect(log.writtenSince(['first'], 4_000)).toBe(undefined)
    expect(log.writtenSince(['tag:0'], 7_000)).toBe(true)
    expect(log.writtenSince(['other'], 7_000)).toBe(false)
  })

  it('never says that nothing was written if something was, whatever the clocks of others say', () => {
    const step = fc.record({
      after: fc.integer({ min: 0, max: 400_000 }),
      tag: fc.constantFrom('a', 'b', 'c'),
      from: fc.constantFrom('one', 'two', undefined),
      kind: fc.constantFrom('write', 'write', 'write', 'gap', 'ask', 'ask'),
      back: fc.integer({ min: 0, max: 1_000_000 }),
      skew: fc.integer({ min: -1_000, max: 1_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 1_000_000
        const log = new WriteLog({ now: () => now })
        let complete = now
        const writes: { tag: string; from: string | undefined; at: number }[] = []
        for (const { after, tag, from, kind, back, skew } of steps) {
          now += after
          if (kind === 'write') {
            log.write([tag], from)
            writes.push({ tag, from, at: now })
          } else if (kind === 'gap') {
            log.gap()
            complete = now
          } else {
            const since = now - back
            const result = log.writtenSince([tag], since + skew, from)
            const isMissed = writes.some(
              (write) =>
                write.tag === tag &&
                write.at > since &&
                (write.from === undefined || write.from !== from),
            )
            if (result === false) expect(isMissed || since < complete - 1_000).toBe(false)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
