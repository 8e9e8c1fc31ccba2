import {
  createContext,
  Suspense,
  use,
  useEffect,
  useState,
  type Context,
  type ReactNode,
} from 'react'
import { usePage, useRoute } from './contexts.ts'

/** Props of {@link Await}. */
export interface AwaitProps<Value> {
  /** A member of the loader's data that `later()` deferred, or any other promise. */
  resolve: Promise<Value>
  /** Shown while there is no value. @default nothing */
  fallback?: ReactNode
  /** Shown if the promise rejects. It can call `useAsyncError()`. @default the boundary of the route shows the error */
  errorElement?: ReactNode
  /** Shown with the value. */
  children: ReactNode | ((value: Value) => ReactNode)
}

/**
 * Shows data that comes later.
 *
 * If the page reloads, the last value stays until the next one is there.
 *
 * @example
 * <Await resolve={reviews} fallback={<p>Reviews …</p>} errorElement={<p>No reviews right now.</p>}>
 *   {(reviews) => <Reviews of={reviews} />}
 * </Await>
 */
export function Await<Value>({ resolve, fallback, ...rest }: AwaitProps<Value>): ReactNode {
  const { id } = useRoute('<Await>')
  const { location, matches } = usePage('<Await>')
  if (typeof (resolve as Partial<Promise<Value>> | undefined)?.then !== 'function') {
    throw new TypeError(
      `Cannot render <Await>: resolve is ${resolve === null ? 'null' : typeof resolve}, not a promise. Defer it in the loader with later(), or show it without <Await>.`,
    )
  }

  const match = matches.find((match) => match.id === id)
  const place = `${id} ${match?.pathname}${location.search}`
  const [shown, setShown] = useState({ promise: resolve, place, key: 0 })
  const isOther = resolve !== shown.promise
  let now = shown
  // A reload keeps the value until the next one is there. Another page does not.
  if (place !== shown.place || (isOther && (isSettled(resolve) || !isSettled(shown.promise)))) {
    const key = isOther && place !== shown.place ? shown.key + 1 : shown.key
    now = { promise: resolve, place, key }
    setShown(now)
  }
  const isWaiting = now.promise !== resolve
  useEffect(() => {
    if (!isWaiting) return
    let isCurrent = true
    void outcomeOf(resolve).then(
      () => isCurrent && setShown((old) => ({ ...old, promise: resolve })),
    )
    return () => {
      isCurrent = false
    }
  }, [isWaiting, resolve])

  return (
    <Suspense key={now.key} fallback={fallback}>
      <Resolved {...rest} outcome={outcomeOf(now.promise)} />
    </Suspense>
  )
}

/**
 * Returns the error of the promise, in the `errorElement` of `<Await>`. `undefined` elsewhere.
 *
 * @example
 * function NoReviews() {
 *   const error = useAsyncError()
 *   return <p>{isRouteErrorResponse(error) ? String(error.data) : 'No reviews right now.'}</p>
 * }
 */
export function useAsyncError(): unknown {
  return use(AsyncErrorContext)?.error
}

function Resolved<Value>({
  outcome,
  errorElement,
  children,
}: Pick<AwaitProps<Value>, 'children' | 'errorElement'> & {
  outcome: Promise<Outcome<Value>>
}): ReactNode {
  const result = use(outcome)
  if (!('error' in result)) {
    return typeof children === 'function' ? children(result.value) : children
  }
  if (errorElement === undefined) throw result.error
  return <AsyncErrorContext value={result}>{errorElement}</AsyncErrorContext>
}

const AsyncErrorContext: Context<{ error: unknown } | null> = /* @__PURE__ */ createContext<{
  error: unknown
} | null>(null)

type Outcome<Value> = { value: Value } | { error: unknown }

/** A promise with the names that React reads, and sets when it has read the promise. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: Value
  reason?: unknown
}

const outcomes = /* @__PURE__ */ new WeakMap<Promise<unknown>, Tracked<Outcome<unknown>>>()

/** Returns a promise that never rejects, so that a server can render the error too. It is the same one for each render. */
function outcomeOf<Value>(promise: Tracked<Value>): Tracked<Outcome<Value>> {
  const known = outcomes.get(promise)
  if (known) return known as Tracked<Outcome<Value>>

  const settle = (result: Outcome<Value>): Outcome<Value> => {
    Object.assign(outcome, { status: 'fulfilled', value: result })
    return result
  }
  const outcome: Tracked<Outcome<Value>> = promise.then(
    (value) => settle({ value }),
    (error: unknown) => settle({ error }),
  )
  if (promise.status === 'fulfilled') settle({ value: promise.value! })
  if (promise.status === 'rejected') settle({ error: promise.reason })
  outcomes.set(promise, outcome)
  return outcome
}

function isSettled(promise: Promise<unknown>): boolean {
  return outcomeOf(promise).status === 'fulfilled'
}
