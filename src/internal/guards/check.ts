import { ignoreRejection } from '../process/promises.ts'

/** Throws a `TypeError` with `message` unless `condition` holds. For mistakes in the program, not in a request. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new TypeError(message)
}

/**
 * Refuses unknown options. Otherwise a misspelled option would silently do nothing.
 *
 * @param caller The function, such as `cors()`
 * @param options The options that it got
 * @param known The names of all its options, with spaces between them. TypeScript checks that none is missing
 * @throws {TypeError} If `options` is not an object, or has an unknown option
 */
export function checkOptions<Options extends object, Known extends string>(
  caller: string,
  options: Options,
  known: Known & NamesOf<Options, Word<Known>>,
): void {
  invariant(
    typeof options === 'object' && options !== null,
    `${caller} takes an object of options, not ${showValue(options)}`,
  )
  const names = known.split(' ')
  for (const name of Object.keys(options)) {
    invariant(
      names.includes(name),
      `${caller} has no option ${showValue(name)}. Its options are ${names.join(', ')}.`,
    )
  }
}

type Word<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Word<Rest>
  : Text

type NamesOf<Options, Known> = [keyof Options, Known] extends [Known, keyof Options]
  ? unknown
  : ['not all names of the options', Exclude<keyof Options, Known> | Exclude<Known, keyof Options>]

/** Refuses options that are not `true`, `false` or missing. */
export function checkFlags(caller: string, flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags)) {
    invariant(
      value === undefined || typeof value === 'boolean',
      `${caller} takes true or false as ${name}, not ${showValue(value)}`,
    )
  }
}

/** Refuses options that are neither functions nor missing. */
export function checkFunctions(caller: string, functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) {
    invariant(
      value === undefined || typeof value === 'function',
      `${caller} takes a function as ${name}, not ${showValue(value)}`,
    )
  }
}

/**
 * Checks the return value of a callback that decides about access. A list or a promise is truthy, so without this check a
 * mistake in the callback would allow everything (AC-2).
 *
 * @param callback The callback, such as `` `filter` of staticFiles() ``
 * @returns The value
 * @throws {TypeError} If it is neither `true` nor `false`
 */
export function checkVerdict(callback: string, value: unknown): boolean {
  invariant(
    typeof value === 'boolean',
    `Cannot decide by ${showValue(value)} of ${callback}. Return true or false.`,
  )
  return value
}

/**
 * Checks an option that is a limit: a size, a count or a time. With an invalid value, there would be no limit.
 *
 * @param name The option
 * @param value Its value, or its default
 * @param most The largest value that works. By default every value works, and `Infinity` means no limit
 * @returns The value
 * @throws {RangeError} If it is not a number from 0 to `most`
 */
export function checkLimit(name: string, value: unknown, most: number = Infinity): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value

  const range = most === Infinity ? '0 or more' : `from 0 to ${most}`
  throw new RangeError(`Cannot use ${showValue(value)} as "${name}": it must be a number, ${range}`)
}

/** The longest time in seconds: more than 300 years. Dates after that may not be valid. */
const longestTime = 10_000_000_000

/**
 * Checks options that are a number of seconds.
 *
 * @param caller The function, such as `session()`
 * @param options The options by name. `undefined` is fine
 * @throws {TypeError} If it is not a number above 0
 */
export function checkSeconds(caller: string, options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    invariant(
      value === undefined || (typeof value === 'number' && value > 0 && value <= longestTime),
      `${caller} takes seconds above 0 as \`${name}\`, not ${showValue(value)}`,
    )
  }
}

/** Whether a value is a date that `toISOString()` accepts. */
export function isValidDate(value: unknown): value is Date {
  return value instanceof Date && Number.isFinite(value.getTime())
}

/** The longest time that timers can wait, in milliseconds. With a longer time they fire at once. */
export const longestTimeout = 2_147_483_647

/** Long enough to recognize a value. */
const maxLength = 80

/**
 * Formats a value for an error message: a string in quotes, a function as its source, an object as JSON or as its kind.
 *
 * A promise that is there by mistake is one that nothing awaits. If it rejects, that does not end the process: the error with
 * this text says enough.
 *
 * @param value Anything that a program may have passed by mistake
 * @returns One line of at most 80 characters
 */
export function showValue(value: unknown): string {
  const text = describe(value).replaceAll(/\s+/g, ' ')
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof RegExp || value instanceof Date) return String(value)
  if (value instanceof Promise) ignoreRejection(value)

  // For objects of the platform, only the kind is shown, because on Bun the JSON of `Headers` contains the cookies.
  const kind = Object.prototype.toString.call(value)
  if (kind !== '[object Object]' && !Array.isArray(value)) return kind

  try {
    return JSON.stringify(value) ?? kind
  } catch {
    return kind // The value has a cycle, or a getter that throws.
  }
}

/** Whether a value is an object of a literal or of `Object.create(null)`, and not an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
