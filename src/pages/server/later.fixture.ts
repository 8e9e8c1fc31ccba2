import { later } from '../../http/response/index.ts'
import type { FixtureRoute } from './app.fixture.ts'

/** A deferred value that a test settles. */
export interface Controlled {
  readonly later: ReturnType<typeof later<unknown>>
  /** How often it was started. */
  readonly starts: number
  /** Why its signal aborted. */
  readonly reason: unknown
  readonly isAborted: boolean
  resolve(value: unknown): void
  reject(thrown: unknown): void
}

/** Creates a deferred value that a test settles. */
export function createControlled(options?: { timeout?: number }): Controlled {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  let starts = 0
  let signal: AbortSignal | undefined
  return {
    later: later<unknown>((given) => {
      starts++
      signal = given
      return promise
    }, options),
    get starts() {
      return starts
    },
    get reason(): unknown {
      return signal?.reason
    },
    get isAborted() {
      return signal?.aborted ?? false
    },
    resolve,
    reject,
  }
}

/** A route whose loader returns a title and what `members` has. */
export function deferring(members: Record<string, unknown>): FixtureRoute {
  return { path: '/book', default: () => null, loader: () => ({ title: 'Dune', ...members }) }
}

/** Reads the chunks of a body one by one, as text. */
export function readChunks(response: Response): {
  next(): Promise<string | undefined>
  rest(): Promise<string>
  cancel(): Promise<void>
} {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const next = async (): Promise<string | undefined> => {
    const { done, value } = await reader.read()
    return done ? undefined : decoder.decode(value as Uint8Array, { stream: true })
  }
  return {
    next,
    async rest() {
      let text = ''
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) text += chunk
      return text
    },
    cancel: () => reader.cancel(),
  }
}
