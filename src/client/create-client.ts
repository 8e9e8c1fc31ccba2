import type { Contract } from '../contract/index.ts'
import { encodeNames, toText } from '../internal/encode-names.ts'
import type { Route, RouteMap } from '../routes/index.ts'
import { isRoute } from '../routes/shared.ts'
import type { CallOptions, Client } from './client.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Where the API is, such as `https://shop.example`. `''` is the site of the page in a browser. */
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
 * Creates functions that call the routes of a map. What they take and return has the types of the contracts.
 *
 * @param routes A route map, such as `routes.api`
 * @returns An object of the same shape, with a function for each route that has a method
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

async function call(
  route: Route,
  { baseUrl, fetch: send = fetch, headers }: ClientOptions,
  input: AnyInput,
): Promise<object> {
  const sent = new Headers({ Accept: 'application/json' })
  let body: BodyInit | null = null
  if (hasBlob(input.body)) body = toForm(input.body)
  else if (input.body !== undefined) {
    body = JSON.stringify(input.body)
    sent.set('Content-Type', 'application/json')
  }
  for (const given of [headers, input.headers]) {
    new Headers(given).forEach((value, name) => sent.set(name, value))
  }
  // `fetch` adds the type of a form, with its boundary.
  if (body instanceof FormData) sent.delete('Content-Type')

  const response = await send(urlOf(route, baseUrl, input), {
    method: route.method,
    headers: sent,
    body,
    signal: input.signal ?? null,
  })
  const data = await readData(route, response)
  const errors =
    /[/+]problem\+json/i.test(typeOf(response)) && (data as { errors?: unknown } | null)?.errors

  return {
    status: response.status,
    ok: response.ok,
    data,
    headers: response.headers,
    response,
    ...(Array.isArray(errors) && { errors: errors as unknown[] }),
  }
}

function urlOf(route: Route, baseUrl: string | URL, { params, search }: AnyInput): string {
  const base = String(baseUrl)
  const path = route.href(params as never, { search } as never)
  if (path.startsWith('/')) return (base.endsWith('/') ? base.slice(0, -1) : base) + path

  throw new TypeError(
    `Cannot call ${route.method} "${route.pattern}" at "${base}": the pattern has a host. Use fetch() with its href().`,
  )
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

function typeOf({ headers }: Response): string {
  return headers.get('Content-Type') ?? ''
}

async function readData(
  { method, pattern, contract }: Route,
  response: Response,
): Promise<unknown> {
  const { status } = response
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) return null
  const type = typeOf(response)
  const fail = (cause?: unknown): never => {
    throw new TypeError(
      `Cannot read the response of ${method} "${pattern}" with status ${status} and type "${type}": it is not JSON`,
      { cause },
    )
  }
  if (!/^[^;]*[/+]json\s*(?:;|$)/i.test(type)) {
    return isDeclared(contract, status) ? fail() : undefined
  }

  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    return fail(cause)
  }
}

/** Browser builds have no contracts. There, only the type of the response counts. */
function isDeclared({ returns }: Contract = {}, status: number): boolean {
  return returns !== undefined && ('~standard' in returns ? status === 200 : status in returns)
}
