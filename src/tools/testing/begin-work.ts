import { invariant } from '../../internal/guards/check.ts'
import { lentBy, StartRun, type Start } from '../../router/fetch-router/shared.ts'

/** How long the work may take to end, in milliseconds. */
const maxWait = 2_000

/** The work of `start` in a test. */
export interface Work {
  /** Tells it to stop, and waits until it has ended. Rejects if it has failed, or does not end. */
  end(): Promise<void>
}

/**
 * Calls `start` of an app, as a server does.
 *
 * @param handler The handler of the app, which has its `start`
 * @param url The origin of the app
 * @param errors Whether errors of the work are thrown in the end, or only printed
 * @throws {TypeError} If the app has no `start`
 */
export function beginWork(handler: object, url: string, errors: 'throw' | 'respond'): Work {
  const { start } = handler as { start?: Start }
  invariant(
    typeof start === 'function',
    'createTestApp() cannot call `start`: the app has none. Export it from app/router.ts, and pass { root } or the handler of the build.',
  )
  const failures: unknown[] = []
  const report = errors === 'throw' ? (error: unknown) => failures.push(error) : console.error
  const run = new StartRun(start, { url, lent: lentBy(start) ?? lentBy(handler), report })

  return {
    async end() {
      run.tellToStop()
      run.tellClosed()
      if (!(await run.waitFor(maxWait))) {
        throw new Error(
          `\`start\` of the app has not ended ${maxWait / 1_000} s after its signal. Let its work end when \`signal\` aborts.`,
        )
      }
      const [cause] = failures
      if (failures.length === 0) return
      const message = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`\`start\` of the app failed: ${message}`, { cause })
    },
  }
}
