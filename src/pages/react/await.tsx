import {
  Component,
  createContext,
  Fragment,
  Suspense,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type Context,
  type ErrorInfo,
  type ReactNode,
} from 'react'
import { canBeServer } from './can-be-server.ts'
import { PageContext, RouteContext, RouterContext } from './contexts.ts'

/** Props of {@link Await}. */
export interface AwaitProps<Value> {
  /** A member of the loader's data that `later()` deferred, or any other promise. */
  resolve: Promise<Value>
  /**
   * Shown while there is no value. `null` shows nothing. @default the `<Suspense>` around it shows its fallback. Without one,
   * the page waits for the value
   */
  fallback?: ReactNode
  /**
   * Shown if the promise rejects, or if the children throw in the browser. It can call `useAsyncError()`. `null` and `false`
   * are no element, so that no error is lost: `<></>` shows nothing. @default the boundary of the route shows the error
   */
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
export function Await<Value>({
  resolve,
  fallback,
  errorElement,
  children,
}: AwaitProps<Value>): ReactNode {
  const route = use(RouteContext)
  const page = use(PageContext)
  const router = use(RouterContext)
  if (typeof (resolve as Partial<Promise<Value>> | undefined)?.then !== 'function') {
    throw new TypeError(
      `Cannot render <Await>: resolve is ${resolve === null ? 'null' : typeof resolve}, not a promise. Defer it in the loader with later(), or show it without <Await>.`,
    )
  }
  if (canBeServer && fallback === undefined && route) router?.server?.onBareAwait?.(route.id)

  // Outside a route, the promise alone decides.
  const match = route && page?.matches[route.depth]
  const place = match ? `${match.id} ${match.pathname}${page!.location.search}` : ''
  const [shown, setShown] = useState({ promise: resolve, place, key: 0 })
  const isOther = resolve !== shown.promise
  let now = shown
  // A reload keeps the value until the next value is there. Another page does not.
  if (place !== shown.place || (isOther && (isSettled(resolve) || !isSettled(shown.promise)))) {
    const key = isOther && place !== shown.place ? shown.key + 1 : shown.key
    now = { promise: resolve, place, key }
    setShown(now)
  }
  const isWaiting = now.promise !== resolve
  useEffect(() => {
    if (!isWaiting) return
    let isCurrent = true
    void resultOf(resolve).then(
      () => isCurrent && setShown((old) => ({ ...old, promise: resolve })),
    )
    return () => {
      isCurrent = false
    }
  }, [isWaiting, resolve])

  const result = resultOf(now.promise)
  const failure: FailureProps = {
    errorElement,
    onError: (error, componentStack) =>
      route &&
      router?.browser?.whenStarted(({ failed }) => failed?.(error, route.id, componentStack)),
  }
  let content = (
    <Resolved result={result} {...failure}>
      {children}
    </Resolved>
  )
  if (errorElement) {
    content = (
      <AsyncBoundary result={result} {...failure}>
        {content}
      </AsyncBoundary>
    )
  }

  return fallback === undefined ? (
    <Fragment key={now.key}>{content}</Fragment>
  ) : (
    <Suspense key={now.key} fallback={fallback}>
      {content}
    </Suspense>
  )
}

/**
 * Returns the error of the promise or of the children, in the `errorElement` of `<Await>`. `undefined` elsewhere.
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

interface FailureProps {
  errorElement: ReactNode
  /** Tells the observers of the browser. */
  onError: (error: unknown, componentStack?: string | null) => void
}

function Resolved<Value>({
  result,
  children,
  ...failure
}: Pick<AwaitProps<Value>, 'children'> &
  FailureProps & { result: Promise<Result<Value>> }): ReactNode {
  const settled = use(result)
  if (!('error' in settled)) {
    return typeof children === 'function' ? children(settled.value) : children
  }
  if (!failure.errorElement) throw settled.error
  return <Rejected settled={settled} {...failure} />
}

function Rejected({
  settled,
  errorElement,
  onError,
}: FailureProps & { settled: { error: unknown } }): ReactNode {
  // The server has reported an error that the document shows.
  const isOfDocument = useSyncExternalStore(listenToNothing, isFalse, isTrue)
  useEffect(() => {
    if (!isOfDocument) onError(settled.error)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each error, and not again when hydration has ended
  }, [settled])

  return <AsyncErrorContext value={settled}>{errorElement}</AsyncErrorContext>
}

const isTrue = (): boolean => true
const isFalse = (): boolean => false
const listenToNothing = (): (() => void) => isFalse

/** Shows the `errorElement` if something below throws in the browser. Another value clears the error. */
class AsyncBoundary extends Component<
  FailureProps & { result: object; children: ReactNode },
  { failure: { error: unknown } | null; result: object }
> {
  override state: { failure: { error: unknown } | null; result: object } = {
    failure: null,
    result: this.props.result,
  }

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } }
  }

  // React's types do not pass the props type to this method.
  static getDerivedStateFromProps(
    { result }: Record<string, any>,
    state: Record<string, any>,
  ): { failure: null; result: object } | null {
    return result === state['result'] ? null : { failure: null, result }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.onError(error, componentStack)
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children

    return <AsyncErrorContext value={failure}>{this.props.errorElement}</AsyncErrorContext>
  }
}

const AsyncErrorContext: Context<{ error: unknown } | null> = /* @__PURE__ */ createContext<{
  error: unknown
} | null>(null)

type Result<Value> = { value: Value } | { error: unknown }

/** A promise with the fields that React reads, and sets once it has read the promise. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: Value
  reason?: unknown
}

const results = /* @__PURE__ */ new WeakMap<Promise<unknown>, Tracked<Result<unknown>>>()

/**
 * Returns a promise that never rejects, so that a server can render the error too. It is the same promise in each render.
 */
function resultOf<Value>(promise: Tracked<Value>): Tracked<Result<Value>> {
  const known = results.get(promise)
  if (known) return known as Tracked<Result<Value>>

  const settle = (value: Result<Value>): Result<Value> => {
    Object.assign(result, { status: 'fulfilled', value })
    return value
  }
  const result: Tracked<Result<Value>> = promise.then(
    (value) => settle({ value }),
    (error: unknown) => settle({ error }),
  )
  if (promise.status === 'fulfilled') settle({ value: promise.value! })
  if (promise.status === 'rejected') settle({ error: promise.reason })
  results.set(promise, result)
  return result
}

function isSettled(promise: Promise<unknown>): boolean {
  return resultOf(promise).status === 'fulfilled'
}
