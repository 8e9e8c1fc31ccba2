import { deserializeError, type SerializedError } from './errors.ts'

/** The deferred members of a route's data. */
export interface DeferredMembers {
  /** The promises that the page gets, by name. */
  readonly promises: Readonly<Record<string, Promise<unknown>>>
  /** The functions that settle the pending promises, by name. */
  readonly pending: ReadonlyMap<string, (result: { data: unknown } | { error: unknown }) => void>
}

/** Creates the promises of a route's deferred members. A rejection that the app does not handle causes no error. */
export function createMembers(names: readonly string[]): DeferredMembers {
  const pending = new Map<string, (result: { data: unknown } | { error: unknown }) => void>()
  const promises = names.map((name) => {
    const promise = new Promise((resolve, reject) => {
      pending.set(name, (result) => {
        pending.delete(name)
        // With these properties, React shows the value in its first render.
        if ('error' in result) {
          Object.assign(promise, { status: 'rejected', reason: result.error })
          reject(result.error)
        } else {
          Object.assign(promise, { status: 'fulfilled', value: result.data })
          resolve(result.data)
        }
      })
    })
    promise.catch(() => {})
    return [name, promise] as const
  })
  return { promises: Object.fromEntries(promises), pending }
}

/** Settles the value of a line. Ignores a line without a value. */
export function settleLine(
  routes: ReadonlyMap<string, DeferredMembers>,
  line: string | object,
): void {
  const { later, data, error } = (typeof line === 'string' ? parse(line) : line) as {
    later?: readonly string[]
    data?: unknown
    error?: SerializedError
  }
  const settle = later && routes.get(later[0]!)?.pending.get(later[1]!)
  settle?.(error ? { error: deserializeError(error) } : { data })
}

function parse(line: string): object {
  try {
    return JSON.parse(line) as object
  } catch {
    return {} // The line was cut.
  }
}

/** Rejects the values that will not come. */
export function rejectPending({ pending }: DeferredMembers): void {
  for (const [name, settle] of pending) {
    settle({ error: new Error(`Could not load "${name}": the connection ended`) })
  }
}
