import { guestCookie, keyHeader } from '../internal/once-key.ts'
import {
  decodeResponse,
  RESPONSE_HEADER,
  type DataResponse,
  type Decoded,
} from '../page-protocol/wire.ts'
import type { RouterState } from './router-state.ts'
import type { DataRequest, FormKey } from './seams.ts'

/** The seconds before each repetition (ON-15). All later ones come after 30 s. */
const PAUSES = [1, 2, 4, 8, 15]
/** For how many milliseconds a request is repeated (ON-15). */
const LIMIT = 600_000

/** The parts of a mutation with a key. */
export interface Keyed {
  /** The form element. */
  source: object | undefined
  /** Called before the request is repeated. */
  retrying: () => void
}

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
    document.cookie = `${guestCookie}=${createSecret()}; Path=/; SameSite=Lax${secure}`
  } catch {
    // The document may have no cookies, as in a sandbox.
  }
}

/**
 * Sends a mutation with its key, and repeats it until the app has responded: ON-15, ON-16. Never rejects.
 *
 * @param send Sends the mutation once, and reads the response
 */
export async function sendOnce(
  router: RouterState,
  { retrying, source }: Keyed,
  request: DataRequest,
  send: (
    router: RouterState,
    request: DataRequest,
    decode: typeof decodeResponse,
  ) => Promise<Decoded>,
): Promise<Decoded> {
  const { now } = router.options
  const { signal } = request
  const { key, onUsed } = keyOf(router, source)
  const headers = { [keyHeader]: `"${key}"` }
  const keyed = { ...request, headers, url: `${request.url};once=1` }
  let end = now() + LIMIT
  let wake: (() => void) | undefined
  const isOver = (wait: number): boolean => signal.aborted || now() + wait > end
  const done = new AbortController()
  const listen = (target: Partial<EventTarget>, type: string): void =>
    target.addEventListener?.(
      type,
      () => {
        // A visitor who comes back to a kept document may have sent the form in another tab in the meantime.
        if (type === 'pagehide') end = -1
        else wake?.()
      },
      done,
    )
  listen(signal, 'abort')
  for (const type of ['online', 'pagehide', 'pageshow']) listen(globalThis, type)
  try {
    for (let tries = 0; ; tries++) {
      let response: DataResponse | undefined
      const decoded = await send(router, keyed, (given) => decodeResponse((response = given)))
      const isMarked = response?.headers.get(RESPONSE_HEADER) === 'data'
      if (
        decoded.type !== 'error' ||
        (response && !isMarked && !/50[234]/.test(`${response.status}`))
      ) {
        // A 5xx may have come after the effect.
        if (isMarked && response!.status < 500) {
          router.options.onceKeys!.delete(source!)
          onUsed?.()
        }
        return decoded
      }

      const after = response?.headers.get('Retry-After') as number | string
      const asked = +after * 1000 || Date.parse(`${after}`) - now()
      const pause = (PAUSES[tries] ?? 30) * (800 + 400 * Math.random())
      const wait = asked > pause ? asked : pause
      if (isOver(wait)) return decoded
      retrying()
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, wait)
      })
      // The computer may have slept during the pause.
      if (isOver(0)) return decoded
    }
  } finally {
    done.abort()
  }
}
