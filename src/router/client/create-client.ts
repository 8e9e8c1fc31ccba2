import type { Contract } from '../contract/index.ts'
import { encodeNames, isRoute, toText } from '../routes/shared.ts'
import type { Route, RouteMap } from '../routes/index.ts'
import type { CallOptions, Client } from './client.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The URL of the API, such as `https://shop.example`. `''` is the site of the page in a browser. */
  readonly baseUrl: string | URL
  /**
   * Sends the requests. `router.fetch` calls a router without a network.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Headers of every request. */
  readonly headers?: HeadersInit
}

/**
 * Creates functions that call the routes of a map. Their arguments and results have the types of the contracts.
 *
 * @param routes A route map, such as `routes.api`
 * @returns An object of the same shape, with a function for each route that has a method
 * @throws {TypeError} If `baseUrl` has a `?` or a `#`
 *
 * @example
 * const client = createClient(routes.api, { baseUrl: 'https://shop.example' })
 * const result = await client.books.create({ body: { title: 'Dune', pages: 412 } })
 * if (result.status === 201) console.log(result.data.slug)
 */
export function createClient<const Routes extends RouteMap>(
  routes: Routes,
  options: ClientOptions,
): Client<Routes> {
  const { baseUrl } = options
  if (/[?#]/.test(baseUrl as string)) {
    throw new TypeError(`Cannot call the routes at "${baseUrl}": it has a "?" or a "#". Remove it.`)
  }
  const entries = Object.entries(routes).flatMap(([name, entry]): [string, unknown][] => {
    if (!isRoute(entry)) return [[name, createClient(entry, options)]]
    return entry.method === 'ANY'
      ? []
      : [[name, (input?: AnyInput) => call(entry, options, input ?? {})]]
  })

  return Object.fromEntries(entries) as Client<Routes>
}

interface AnyInput extends CallOptions {
  readonly params?: object
  readonly search?: object
  readonly body?: unknown
}

/** The `href()` of a route whose params are not known. */
interface AnyHref {
  href(params: object | undefined, options: { search: object | undefined }): string
}

async function call(
  route: Route,
  { baseUrl, fetch: send = fetch, headers: common }: ClientOptions,
  { body: given, headers: own, params, search, signal }: AnyInput,
): Promise<object> {
  const { method, pattern } = route
  const path = (route as AnyHref).href(params, { search })
  if (!path.startsWith('/')) {
    throw new TypeError(
      `Cannot call ${method} "${pattern}" at "${baseUrl}": the pattern has a host. Use fetch() with its href().`,
    )
  }

  const sent = new Headers({ Accept: 'application/json' })
  const body = hasBlob(given) ? toForm(given) : (JSON.stringify(given) ?? null)
  if (body) sent.set('Content-Type', 'application/json')
  for (const headers of [common, own]) {
    new Headers(headers).forEach((value, name) => sent.set(name, value))
  }
  // `fetch` itself sets the type of a form, with its boundary.
  if (body instanceof FormData) sent.delete('Content-Type')

  const url = String(baseUrl).replace(/\/$/, '') + path
  const response = await send(url, { method, headers: sent, body, signal })
  const { status, ok, headers } = response
  const type = headers.get('Content-Type') ?? ''
  const data = await readData(route, response, type)
  const errors = /[/+]problem\+json/i.test(type) && (data as { errors?: unknown } | null)?.errors

  return {
    status,
    ok,
    data,
    headers,
    response,
    ...(Array.isArray(errors) && { errors: errors as unknown[] }),
  }
}

function hasBlob(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value instanceof Blob || Object.values(value).some(hasBlob))
  )
}

function toForm(body: object): FormData {
  const form = new FormData()
  encodeNames(body, (name, item) =>
    form.append(name, item instanceof Blob ? item : toText(name, item)),
  )
  return form
}

async function readData(
  { method, pattern, contract }: Route,
  response: Response,
  type: string,
): Promise<unknown> {
  const { status } = response
  if (method === 'HEAD' || [204, 205, 304].includes(status)) return null
  let cause: unknown
  if (/^[^;]*[/+]json\s*(?:;|$)/i.test(type)) {
    const text = await response.text()
    try {
      return JSON.parse(text) as unknown
    } catch (error) {
      cause = error
    }
  } else {
    // Browser builds have no contracts. There, the type of the response alone decides.
    const { returns }: Contract = contract ?? {}
    const isDeclared = returns && ('~standard' in returns ? status === 200 : status in returns)
    if (!isDeclared) return undefined
  }

  throw new TypeError(
    `Cannot read the response of ${method} "${pattern}" with status ${status} and type "${type}": it is not JSON`,
    { cause },
  )
}
