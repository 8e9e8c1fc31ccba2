import { checkLimit, invariant, longestTimeout, showValue } from '../../internal/guards/check.ts'
import { stringify, writePath } from '../../internal/text/stringify.ts'

/** Options for {@link later}. */
export interface LaterOptions {
  /**
   * How long the page waits for the value, in milliseconds. After that it is rejected with an error of status 504.
   *
   * @default 10_000
   */
  readonly timeout?: number
}

/** The result of {@link later}. */
export class Later<Value> {
  // Private, so that TypeScript does not accept data with members of these names as a `Later`.
  readonly #run: (signal: AbortSignal) => Value | Promise<Value>
  readonly #timeout: number

  constructor(run: (signal: AbortSignal) => Value | Promise<Value>, timeout: number) {
    this.#run = run
    this.#timeout = timeout
  }

  get run(): (signal: AbortSignal) => Value | Promise<Value> {
    return this.#run
  }

  get timeout(): number {
    return this.#timeout
  }

  /**
   * Throws, because a deferred value cannot be a part of JSON. The framework removes deferred members from a loader's data
   * before it serializes the data.
   */
  toJSON(key: string): never {
    throw new TypeError(explain(key))
  }
}

/**
 * Defers a member of a loader's data. The page is sent without waiting for it, and gets a promise.
 *
 * Nothing starts here. `run` is called when the loader has returned.
 *
 * @param run Returns the value. The signal aborts when the page does not need the value anymore
 * @param options The timeout
 * @returns The member, for the framework
 * @throws {TypeError} If `run` is not a function
 * @throws {RangeError} If the timeout is not a number that timers can wait
 *
 * @example
 * return { book, reviews: later((signal) => findReviews(book.id, { signal })) }
 */
export function later<Value>(
  run: (signal: AbortSignal) => Value | Promise<Value>,
  options: LaterOptions = {},
): Later<Value> {
  invariant(
    typeof run === 'function',
    `Cannot defer ${showValue(run)}: it is not a function. Write later(() => …).`,
  )
  return new Later(run, checkLimit('timeout', options.timeout ?? 10_000, longestTimeout))
}

/** Whether `value` is a result of {@link later}. */
export function isLater(value: unknown): value is Later<unknown> {
  return value instanceof Later
}

/**
 * Serializes JSON. `undefined`, functions and symbols become `null`, so that the result can always be parsed.
 *
 * @throws {TypeError} If the value contains a cycle, a BigInt, a promise or a deferred value
 */
export function stringifyJson(value: unknown): string {
  try {
    return stringify(value) ?? 'null'
  } catch (error) {
    throw explainLater(value) ?? error
  }
}

/** Returns an error with the path of the deferred value in a value, or `undefined` if there is none. */
export function explainLater(value: unknown): TypeError | undefined {
  const seen = new Set<unknown>()
  const pending: [path: string, value: unknown][] = [['', value]]
  for (const [path, item] of pending) {
    if (isLater(item)) return new TypeError(explain(path))
    if (typeof item !== 'object' || item === null || seen.has(item)) continue
    seen.add(item)
    for (const [name, member] of Object.entries(item)) {
      pending.push([writePath(path, name, Array.isArray(item)), member])
    }
  }
  return undefined
}

function explain(path: string): string {
  const name = path === '' ? 'it' : `"${path}"`
  return `${name} is deferred. Only a direct member of the object that a loader returns can be: await it here, and do not use json()`
}
