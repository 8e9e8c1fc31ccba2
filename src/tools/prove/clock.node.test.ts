import { expect, it } from 'vitest'
import { startClock } from './clock.ts'

/** Waits in a synchronous call, as if other processes had the processor. */
function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

it('on a busy machine, the time without a processor does not count', () => {
  const time = startClock(() => true)
  const elapsed = startClock(() => false)
  wait(400)
  expect(elapsed()).toBeGreaterThan(390)
  expect(elapsed() - time()).toBeGreaterThan(300)
})

it('what waits for something else counts, also on a busy machine', async () => {
  const time = startClock(() => true)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(time()).toBeGreaterThan(90)
})
