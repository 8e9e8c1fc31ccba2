import { describe, expect, it } from 'vitest'
import { supportsColor } from './supports-color.ts'

describe('supportsColor', () => {
  const terminal = { isTTY: true }

  it('is on for a terminal', () => {
    expect(supportsColor({ env: {}, stdout: terminal })).toBe(true)
    expect(supportsColor({ env: { TERM: 'xterm' }, stdout: terminal })).toBe(true)
  })

  it('is off for a file or a pipe, and where there is no process', () => {
    expect(supportsColor({ env: {}, stdout: {} })).toBe(false)
    expect(supportsColor({})).toBe(false)
  })

  it('is off in continuous integration and on a dumb terminal', () => {
    expect(supportsColor({ env: { CI: 'true' }, stdout: terminal })).toBe(false)
    expect(supportsColor({ env: { CI: 'false' }, stdout: terminal })).toBe(true)
    expect(supportsColor({ env: { TERM: 'dumb' }, stdout: terminal })).toBe(false)
  })

  it('is off with NO_COLOR, unless it is empty', () => {
    expect(supportsColor({ env: { NO_COLOR: '1', FORCE_COLOR: '1' }, stdout: terminal })).toBe(
      false,
    )
    expect(supportsColor({ env: { NO_COLOR: '' }, stdout: terminal })).toBe(true)
  })

  it('is as FORCE_COLOR says', () => {
    expect(supportsColor({ env: { FORCE_COLOR: '1', CI: '1' }, stdout: {} })).toBe(true)
    expect(supportsColor({ env: { FORCE_COLOR: '0' }, stdout: terminal })).toBe(false)
    expect(supportsColor({ env: { FORCE_COLOR: 'false' }, stdout: terminal })).toBe(false)
  })

  it('is off where the environment may not be read', () => {
    const env = new Proxy(
      {},
      {
        get() {
          throw new Error('Requires env access')
        },
      },
    )
    expect(supportsColor({ env, stdout: terminal })).toBe(false)
  })
})
