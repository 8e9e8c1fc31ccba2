import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { warnOnce } from './warn-once.ts'

const { warn } = console
let printed: unknown[]

beforeEach(() => {
  printed = []
  console.warn = (message) => void printed.push(message)
})

afterEach(() => {
  console.warn = warn
})

describe('warnOnce', () => {
  it('prints a message once', () => {
    for (let i = 0; i < 3; i++) warnOnce('the secret is short')
    expect(printed).toEqual(['the secret is short'])
  })

  it('prints one message about a problem, whatever the messages say', () => {
    const storage = {}
    for (let i = 0; i < 3000; i++) warnOnce(`cannot store "key ${i}"`, storage)
    expect(printed).toEqual(['cannot store "key 0"'])
    warnOnce('cannot store "key 0"', {})
    expect(printed).toHaveLength(2)
  })

  it('does not keep every message: the oldest of many long ones is printed again', () => {
    warnOnce('oldest')
    for (let page = 0; page < 50; page++) warnOnce(`bad link ${page}: ${'x'.repeat(10_000)}`)
    printed = []

    warnOnce(`bad link 49: ${'x'.repeat(10_000)}`)
    expect(printed).toEqual([])
    warnOnce('oldest')
    expect(printed).toEqual(['oldest'])
  })

  it('keeps a hundred messages of a configuration', () => {
    for (let i = 0; i < 100; i++) warnOnce(`option ${i}: ${'x'.repeat(200)}`)
    printed = []
    for (let i = 0; i < 100; i++) warnOnce(`option ${i}: ${'x'.repeat(200)}`)
    expect(printed).toEqual([])
  })

  it('does not keep a message that is longer than everything it may keep', () => {
    warnOnce('x'.repeat(1_000_000))
    printed = []
    warnOnce('after it')
    warnOnce('after it')
    expect(printed).toEqual(['after it'])
  })
})
