import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeResponse } from './node-message.ts'
import { StallWatch } from './stall-watch.ts'

/** The timeout of a response, as Node has it: it starts again without an event if the client has read since. */
class Response extends EventEmitter {
  hasProgress = false
  #timer: NodeJS.Timeout | undefined

  setTimeout(delay: number): void {
    clearTimeout(this.#timer)
    if (delay > 0) this.#timer = setTimeout(() => this.#fire(delay), delay)
  }

  #fire(delay: number): void {
    if (this.hasProgress) this.setTimeout(delay)
    else this.emit('timeout')
    this.hasProgress = false
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(limit: number) {
  const response = new Response()
  const onStall = vi.fn()
  const stall = new StallWatch(response as unknown as NodeResponse, limit, onStall)
  stall.start()

  return { response, onStall, stall }
}

describe('StallWatch', () => {
  it('lets a client go that reads nothing for the time, and not earlier', () => {
    const { onStall } = watch(60_000)
    vi.advanceTimersByTime(59_999)
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onStall).toHaveBeenCalledTimes(1)
  })

  it('lets a client go that reads only the beginning after a quarter more, not after twice the time', () => {
    const { onStall, response } = watch(60_000)
    response.hasProgress = true
    vi.advanceTimersByTime(60_000)
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(15_000)
    expect(onStall).toHaveBeenCalledTimes(1)
  })

  it('keeps a client that reads a little again and again', () => {
    const { onStall, response } = watch(60_000)
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(40_000)
      response.hasProgress = true
    }
    expect(onStall).not.toHaveBeenCalled()
  })

  it('starts again with each wait, and ends with it', () => {
    const { onStall, stall } = watch(60_000)
    vi.advanceTimersByTime(50_000)
    stall.stop()
    vi.advanceTimersByTime(500_000)
    stall.start()
    vi.advanceTimersByTime(59_999)
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onStall).toHaveBeenCalledTimes(1)
  })

  it('does not count the time between two waits, in which Node goes on counting', () => {
    const { onStall, stall } = watch(60_000)
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(50_000)
      stall.pause()
      vi.advanceTimersByTime(50_000)
      stall.start()
    }
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(75_000)
    expect(onStall).toHaveBeenCalledTimes(1)
  })

  it('never ends without a limit', () => {
    const { onStall } = watch(0)
    vi.advanceTimersByTime(1_000_000)
    expect(onStall).not.toHaveBeenCalled()
  })
})
