import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildProgress } from './build-progress.ts'

type Hook = (this: unknown, ...args: unknown[]) => void

/** A build whose steps the test takes, and the lines that it prints. */
function createBuild() {
  const lines: string[] = []
  const plugin = buildProgress()
  const call = (name: 'buildStart' | 'buildEnd' | 'closeBundle', consumer: string, error?: Error) =>
    (plugin[name] as Hook).call({ environment: { config: { consumer } } }, error)
  const { handler } = plugin.transform as unknown as { handler: () => void }
  ;(plugin.configResolved as Hook)({ logger: { info: (line: string) => lines.push(line) } })

  return {
    lines,
    call,
    read: (count: number) => {
      for (let i = 0; i < count; i++) handler()
    },
  }
}

describe('buildProgress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('prints nothing for a short build', () => {
    const { call, read, lines } = createBuild()
    call('buildStart', 'client')
    read(50)
    vi.advanceTimersByTime(9_000)
    call('buildEnd', 'client')
    call('closeBundle', 'client')
    vi.advanceTimersByTime(60_000)
    expect(lines).toEqual([])
  })

  it('prints a line every ten seconds, with the time of both halves', () => {
    const { call, read, lines } = createBuild()
    call('buildStart', 'client')
    read(1_234)
    vi.advanceTimersByTime(12_000)
    call('closeBundle', 'client')
    call('buildStart', 'server')
    read(7)
    vi.advanceTimersByTime(10_000)
    expect(lines).toEqual([
      'still building after 10 s: browser files, 1,234 modules read',
      'still building after 22 s: server files, 7 modules read',
    ])
    call('closeBundle', 'server')
  })

  it('is quiet once the build has failed', () => {
    const { call, lines } = createBuild()
    call('buildStart', 'client')
    call('buildEnd', 'client', new Error('a mistake'))
    vi.advanceTimersByTime(60_000)
    expect(lines).toEqual([])
  })
})
