import { addressOf, type Middleware, type RequestContext } from '../../router/fetch-router/index.ts'
import {
  canonicalAddress,
  internalsOf,
  networkOf,
  withRules,
} from '../../router/fetch-router/shared.ts'
import { checkFunctions, checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { toHex } from '../../internal/text/encoding.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { editHeaders } from '../../http/response/index.ts'
import { createMemoryStorage, type Storage } from '../../state/storage/index.ts'
import { guardStorage } from '../../state/storage/shared.ts'
import { countRequest, type Usage } from './sliding-window.ts'

/** Options for {@link rateLimit}. */
export interface RateLimitOptions {
  /** How many requests a client may send in a window. */
  readonly limit: number
  /** The length of the window, in seconds. */
  readonly window: number
  /**
   * The name of the limit, in headers and in the storage. Limits with the same name and storage count together. A router
   * takes one limit without a name for each storage.
   *
   * @default 'default'
   */
  readonly name?: string
  /**
   * Returns a key. Requests with the same key are counted together. With `null`, a request is not limited.
   *
   * @default the IPv4 address of the client, or the first 64 bits of its IPv6 address
   */
  readonly key?: (context: RequestContext) => string | null | Promise<string | null>
  /**
   * The storage of the counters. Several processes need a shared storage.
   *
   * @default createMemoryStorage()
   */
  readonly storage?: Storage
  /**
   * Whether requests pass while the storage does not work, or get a 503 with `Retry-After`.
   *
   * @default 'allow'
   */
  readonly onStorageError?: 'allow' | 'refuse'
}

/**
 * Limits how many requests a client may send in a period of time. Further requests get a 429.
 *
 * @param options The limit, and how to tell clients apart
 * @returns Middleware that counts requests
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const router = createRouter({ middleware: [rateLimit({ limit: 100, window: 60 })] })
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  checkOptions('rateLimit()', options, 'limit window name key storage onStorageError')
  const { limit, window, name = 'default', key: keyOf = clientKey } = options
  const { storage = createMemoryStorage(), onStorageError = 'allow' } = options
  checkValues({ limit, window, name, key: keyOf, storage, onStorageError })
  const guarded = guardStorage(storage)
  const policy = `"${name}";q=${limit};w=${window}`

  const middleware: Middleware = async function rateLimit(context, next) {
    // A run without a visitor serves many clients, so it does not count for the client that caused it.
    if (internalsOf(context).run !== undefined) return next()

    const key = await keyOf(context)
    if (key === null) return next()
    invariant(
      typeof key === 'string',
      `rateLimit() takes a string or null from its key, not ${showValue(key)}`,
    )

    let usage: Usage
    try {
      const counted = `${name}:${await shorten(key)}`
      usage = await countRequest(guarded, counted, limit, window, Date.now() / 1000)
    } catch (error) {
      warnOnce(`rateLimit() cannot use its storage: ${showReason(error)}`, middleware)
      return onStorageError === 'allow'
        ? next()
        : refusal(503, undefined, { 'Retry-After': '1', 'Cache-Control': 'no-store' })
    }

    const addHeaders = (headers: Headers): void => {
      headers.append('RateLimit-Policy', policy)
      headers.append('RateLimit', `"${name}";r=${usage.remaining};t=${usage.reset}`)
    }
    if (!usage.isOver) return editHeaders(await next(), addHeaders)

    const headers = new Headers({
      'Retry-After': String(usage.retryAfter),
      'Cache-Control': 'no-store',
    })
    addHeaders(headers)
    return refusal(429, undefined, headers)
  }
  return options.name === undefined
    ? withRules(middleware, { alone: { of: storage, mistake: sharedCounters } })
    : middleware
}

/** Without names, two limits would share counters: each request would count twice, and towards the lower limit. */
const sharedCounters =
  'Two rateLimit() without a name use one storage, so they would count together. Give each a `name`, or give both the same one.'

function checkValues(options: Required<RateLimitOptions>): void {
  const { limit, window, name, key, storage, onStorageError } = options
  invariant(
    Number.isSafeInteger(limit) && limit >= 1,
    `rateLimit() takes a limit of 1 or more, not ${showValue(limit)}`,
  )
  invariant(
    Number.isSafeInteger(window) && window >= 1 && window <= longestWindow,
    `rateLimit() takes a window of 1 to ${longestWindow} seconds, not ${showValue(window)}`,
  )
  invariant(
    typeof name === 'string' && /^[\w.-]{1,64}$/.test(name),
    `rateLimit() takes up to 64 letters, digits, ".", "_" and "-" as name, not ${showValue(name)}`,
  )
  checkFunctions('rateLimit()', { key })
  invariant(
    typeof storage?.count === 'function' && typeof storage.get === 'function',
    `rateLimit() takes a storage such as createMemoryStorage(), not ${showValue(storage)}`,
  )
  invariant(
    onStorageError === 'allow' || onStorageError === 'refuse',
    `rateLimit() takes "allow" or "refuse" as onStorageError, not ${showValue(onStorageError)}`,
  )
}

/** A year in seconds. */
const longestWindow = 31_536_000

/**
 * The default key of {@link rateLimit}: the IPv4 address of the client, or the first 64 bits of its IPv6 address. A
 * client can use all addresses of such a network.
 *
 * @param context The context of the request
 * @returns The key
 * @throws {TypeError} If no address is known
 *
 * @example
 * rateLimit({ limit: 5, window: 60, key: (context) => (context.method === 'GET' ? null : clientKey(context)) })
 */
export function clientKey(context: RequestContext<any, any>): string {
  const address = addressOf(context)
  invariant(
    address !== undefined,
    'rateLimit() does not know the address of the client: set ClientAddress in `provide`, or give it a `key`',
  )
  const canonical = canonicalAddress(address)
  invariant(
    canonical !== undefined,
    `rateLimit() cannot read ${showValue(address)} as the address of a client: set ClientAddress to an IP address, or give it a \`key\``,
  )

  return networkOf(canonical)
}

/** A longer key is replaced with its hash: a client may have sent the key, and storages are not made for long keys. */
const maxKeyLength = 128

async function shorten(key: string): Promise<string> {
  if (key.length <= maxKeyLength) return key

  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return toHex(new Uint8Array(digest))
}

function showReason(error: unknown): string {
  return error instanceof Error ? error.message : showValue(error)
}
