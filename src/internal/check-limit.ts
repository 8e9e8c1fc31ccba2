import { showValue } from './show-value.ts'

/**
 * Checks an option that is a limit: a size, a count or a time. An invalid one would silently not limit anything.
 *
 * @param name The option
 * @param value Its value, or its default
 * @param most The largest value that works. By default all work, and `Infinity` means no limit
 * @returns The value
 * @throws {RangeError} If it is not a number from 0 to `most`
 */
export function checkLimit(name: string, value: unknown, most: number = Infinity): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value

  const range = most === Infinity ? '0 or more' : `from 0 to ${most}`
  throw new RangeError(`Cannot use ${showValue(value)} as "${name}": it must be a number, ${range}`)
}

/** The longest time that timers can wait, in milliseconds. With a longer time they fire at once. */
export const longestTimeout = 2_147_483_647
