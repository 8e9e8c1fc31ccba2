import { boundaryIn } from './commit-page.ts'
import type * as FetcherCode from './fetchers.ts'
import type { FetchingEvents } from './fetching.ts'
import { publish, type RouterState } from './router-state.ts'

/** A call that waits for the code. */
interface Call {
  name: keyof FetchingEvents
  args: unknown[]
  result?: unknown
}

/**
 * Creates fetchers whose code loads when a component first uses one, or when the page first reloads. Until it is loaded,
 * there are no fetchers, and calls wait.
 *
 * @param onMissing Called if a call cannot run because the code is missing. The next call tries again
 */
export function lazyFetching(
  router: RouterState,
  onMissing: () => void,
  load: () => Promise<typeof FetcherCode> = () => import('./fetchers.ts'),
): FetchingEvents {
  let calls: Call[] = []
  let loading: Promise<void> | undefined

  const start = ({ createFetching }: typeof FetcherCode): void => {
    Object.assign(events, createFetching(router))
    for (const call of calls) {
      try {
        call.result = (events[call.name] as (...args: unknown[]) => unknown)(...call.args)
      } catch (error) {
        console.error(error) // An error, such as for a wrong URL, must not stop the calls after it.
      }
    }
  }
  const fail = (error: unknown): void => {
    const { matches, errors } = router.snapshot
    const isMount = ({ name }: { name: string }): boolean => name.endsWith('ount')
    const isWanted = !calls.every(isMount)
    loading = undefined
    calls = calls.filter(isMount)
    // A component that only shows a fetcher can wait for the next call: the browser may be leaving the page, such as after a
    // submission. Firefox then cancels the modules that it loads.
    if (!isWanted) return
    onMissing()
    const boundary = boundaryIn(router, matches, matches.at(-1)!.id)
    publish(router, { errors: Object.freeze({ ...errors, [boundary]: error }) })
  }
  const later =
    (name: keyof FetchingEvents) =>
    (...args: unknown[]): Promise<unknown> => {
      const call: Call = { name, args }
      calls.push(call)
      loading ??= load().then(start, fail)
      return loading.then(() => call.result)
    }

  const events = Object.fromEntries(eventNames.map((name) => [name, later(name)])) as Record<
    keyof FetchingEvents,
    FetchingEvents[keyof FetchingEvents]
  > as FetchingEvents
  return events
}

const eventNames = [
  'revalidate',
  'fetcherMount',
  'fetcherUnmount',
  'fetcherLoad',
  'fetcherSubmit',
  'fetcherReset',
] as const
