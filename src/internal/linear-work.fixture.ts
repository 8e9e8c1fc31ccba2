import { expect } from 'vitest'
import { countWorkOf } from './count-work.fixture.ts'
import type { HostileShape } from './hostile-shapes.fixture.ts'

const SIZE = 8_192

/** Limits allow this much, such as 64 messages of 500 characters in which 100 secrets are looked for. */
const LIMITS = 300_000

/** Checks that four times as much of a shape is about four times as much work, and not much for each character. */
export async function expectLinearWork(
  { create, what }: HostileShape,
  run: (input: string) => unknown,
  { perCharacter = 80 }: { perCharacter?: number } = {},
): Promise<void> {
  const workFor = (size: number): Promise<number> => {
    const input = create(size)
    return countWorkOf(async () => run(input))
  }
  await workFor(64) // What is read once, such as a schema, does not count.
  const least = await workFor(64)
  const quarter = (await workFor(SIZE / 4)) - least
  const whole = (await workFor(SIZE)) - least

  expect(whole, `${what}: work for each character`).toBeLessThan(perCharacter * SIZE + LIMITS)
  // What is so little is not worth a comparison: limits make it jump.
  expect(whole, `${what}: growth of work`).toBeLessThan(Math.max(5 * quarter, 16 * SIZE))
}
