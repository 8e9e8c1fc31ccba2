import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { warnOnce } from './warn-once.ts'

const warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  warn.mockReset()
})

afterEach(() => {
  warn.mockReset()
})

describe('warnOnce', () => {
  it('prints a message once', () => {
    for (let i = 0; i < 3; i++) warnOnce('the secret is short')
    expect(warn.mock.calls).toEqual([['the secret is short']])
  })

  it('does not keep every message: the oldest of many long ones is printed again', () => {
    warnOnce('oldest')
    for (let page = 0; page < 50; page++) warnOnce(`bad link ${page}: ${'x'.repeat(10_000)}`)
    warn.mockClear()

    warnOnce(`bad link 49: ${'x'.repeat(10_000)}`)
    expect(warn).not.toHaveBeenCalled()
    warnOnce('oldest')
    expect(warn.mock.calls).toEqual([['oldest']])
  })

  it('keeps a hundred messages of a configuration', () => {
    for (let i = 0; i < 100; i++) warnOnce(`option ${i}: ${'x'.repeat(200)}`)
    warn.mockClear()
    for (let i = 0; i < 100; i++) warnOnce(`option ${i}: ${'x'.repeat(200)}`)
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not keep a message that is longer than everything it may keep', () => {
    warnOnce('x'.repeat(1_000_000))
    warn.mockClear()
    warnOnce('after it')
    warnOnce('after it')
    expect(warn).toHaveBeenCalledTimes(1)
  })
})
