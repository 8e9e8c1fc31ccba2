import { vi } from 'vitest'

/** Tries until a check passes. The default of `vi.waitFor()`, a second, is not enough on a busy machine. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  interval = 50,
): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval })
}
