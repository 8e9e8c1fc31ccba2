import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRefusals } from './refusals.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createRefusals', () => {
  it('remembers at most 10,000 keys, and forgets the oldest', () => {
    const refusals = createRefusals()
    for (let i = 0; i <= 10_000; i++) refusals.add(String(i), 'other')
    expect([refusals.get('0'), refusals.get('1'), refusals.get('10000')]).toEqual([
      undefined,
      'other',
      'other',
    ])
  })

  it('does not try a run that failed for 1 s, then 2, 4 … 60 s while it keeps failing', () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(0)
    const refusals = createRefusals()
    let now = 0
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      refusals.add('a', 'failed')
      time.mockReturnValue(now + seconds * 1000 - 1)
      expect(refusals.get('a')).toBe('failed')
      now += seconds * 1000
      time.mockReturnValue(now)
      expect(refusals.get('a')).toBe(undefined)
    }
    refusals.delete('a')
    refusals.add('a', 'failed')
    time.mockReturnValue(now + 1000)
    expect(refusals.get('a')).toBe(undefined)
  })

  it('remembers a key for a minute after it was refused last', () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(0)
    const refusals = createRefusals()
    refusals.add('a', 'other')
    time.mockReturnValue(30_000)
    refusals.add('a', 'personal')
    time.mockReturnValue(89_999)
    expect(refusals.get('a')).toBe('personal')
    time.mockReturnValue(90_000)
    expect(refusals.get('a')).toBe(undefined)
  })
})
