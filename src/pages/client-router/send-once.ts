import { decodeResponse, type DataResponse, type Decoded } from '../page-protocol/wire.ts'
import type { RouterState } from './router-state.ts'
import type { DataRequest, FormKey } from './seams.ts'

// The names of the header and of the cookie are also in `internal/forms/once-key.ts`. They are written out here, because a bundler
// does not inline constants, and each would cost bytes.

/**
 * Returns the key to send with a submission (ON-1). A form keeps its key until the app has responded. A key that was sent
 * never becomes too old, because the submission may have had its effect.
 */
export function keyOf({ options }: RouterState, source: object = {}): FormKey {
  const keys = (options.onceKeys ??= new WeakMap())
  let own = keys.get(source)
  if (!own || options.now() > own.until!) {
    own = { key: createSecret() }
    keys.set(source, own)
  }
  own.until = undefined
  keepGuest()
  return own
}

/** 16 random bytes. */
function createSecret(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/**
 * Gives the browser the cookie that shows which visitor repeats a submission (ON-10). A document that a cache may keep, or
 * that has no form, did not set it.
 * Browsers ignore this if the server has set the cookie, which is `HttpOnly`.
 */
function keepGuest(): void {
  try {
    if (/(^|; )_once=/.test(document.cookie)) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `_once=${createSecret()}; Path=/; SameSite=Lax${secure}`
  } catch {
    // The document may have no cookies, as in a sandbox.
  }
}

/**
 * Sends a mutation with its key, and repeats it until the app has responded: ON-15, ON-16. Never rejects.
 *
 * @param send Sends the mutation once, and reads the response
 * @param onRetry Called before the mutation is repeated
 */
export async function sendOnce(
  router: RouterState,
  request: DataRequest,
  send: (
    router: RouterState,
    request: DataRequest,
    decode: typeof decodeResponse,
  ) => Promise<Decoded>,
  onRetry: () => void,
): Promise<Decoded> {
  const { now } = router.options
  const { signal, source } = request
  const { key, onUsed } = keyOf(router, source)
  const keyed = {
    ...request,
    headers: { 'Idempotency-Key': `"${key}"` },
    url: `${request.url};once=1`,
  }
  const done = new AbortController()
  const hear = (type: string, act: () => void): void =>
    globalThis.addEventListener?.(type, act, done)
  // Repetitions end after ten minutes.
  let end = now() + 600_000
  const isOver = (wait: number): boolean => signal.aborted || now() + wait > end
  let tries = 0
  /** Waits until the mutation may be sent again. Returns `false` if it may not. */
  const mayRepeat = async (response: DataResponse | undefined): Promise<boolean> => {
    const after = response?.headers.get('Retry-After') as string
    const asked = +after * 1000 || Date.parse(after) - now()
    // All repetitions after these come after 30 s.
    const pause = ([1, 2, 4, 8, 15][tries++] ?? 30) * (800 + 400 * Math.random())
    const wait = asked > pause ? asked : pause
    if ((response && !/50[234]/.test(`${response.status}`)) || isOver(wait)) return false

    onRetry()
    await new Promise<void>((resolve) => {
      setTimeout(resolve, wait)
      hear('online', resolve)
      hear('pageshow', resolve)
    })
    // The computer may have slept during the pause.
    return !isOver(0)
  }
  // A visitor who comes back to a kept document may have sent the form in another tab in the meantime.
  hear('pagehide', () => {
    end = -1
  })

  let decoded: Decoded
  do decoded = await send(router, keyed, decodeResponse)
  while (decoded.type === 'error' && (await mayRepeat(decoded.response)))
  done.abort()
  // Only the app uses a key up. A 5xx may have come after the effect.
  if (decoded.type === 'redirect' || (decoded as { status: number }).status < 500) {
    router.options.onceKeys!.delete(source!)
    onUsed?.()
  }
  return decoded
}
