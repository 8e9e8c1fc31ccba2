import type { DataRequest } from '../../client-router/index.ts'
import { explainNonJson } from '../../internal/explain-non-json.ts'
import { createErrorResponse, serializeError } from '../../page-protocol/errors.ts'
import type { PageMatcher } from '../../page-protocol/match-pages.ts'
import {
  RESPONSE_HEADER,
  takeDataParam,
  VERSION_HEADER,
  type DataAnswer,
  type RedirectInstruction,
  type RouteResult,
} from '../../page-protocol/wire.ts'
import { isDataWithInit } from '../../response/index.ts'
import type { LoadArgs, SubmitArgs } from './route-options.ts'

/** The server's half of a route. */
export interface RouteStub {
  readonly load?: ((args: LoadArgs) => unknown) | undefined
  readonly submit?: ((args: SubmitArgs) => unknown) | undefined
}

/** A request that the client router has sent. */
export interface StubCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The fields of a form, by name. */
  readonly fields: { readonly [name: string]: FormDataEntryValue }
}

const origin = 'http://localhost'
const version = 'test'

/**
 * Creates the data seam of a client router without a server. Stubs respond, and their values pass through JSON as on the
 * wire.
 *
 * @param stubs The stubs by route id
 * @param match Finds the routes of a path
 * @param onCall Called with every request
 */
export function createStubServer(
  stubs: ReadonlyMap<string, RouteStub>,
  match: PageMatcher,
  onCall: (call: StubCall) => void,
): (request: DataRequest) => Promise<DataAnswer> {
  return async (request) => {
    const { url: path, ids } = takeDataParam(request.url)
    const url = new URL(path, origin)
    const { formData, json } = readBody(request.body)
    onCall({ method: request.method, path, fields: Object.fromEntries(formData) })

    const params = match(url.pathname)?.at(-1)?.params ?? {}
    if (ids === undefined) {
      throw new Error(
        `Cannot request ${request.method} ${path}: renderRoute() has no such route. Add it to \`others\`.`,
      )
    }
    if (request.method === 'GET') {
      const results = await Promise.all(
        ids.map((id) => readResult(() => stubs.get(id)?.load?.({ params, url }))),
      )
      request.signal.throwIfAborted()
      const redirect = results.find((result) => 'redirect' in result)
      if (redirect !== undefined) return createAnswer(redirect, 202)
      return createAnswer(Object.fromEntries(ids.map((id, at) => [id, results[at]])), 200)
    }

    const submit = stubs.get(ids[0] ?? '')?.submit
    const result = await readResult(() => {
      if (submit !== undefined) {
        return submit({ params, url, method: request.method, formData, json })
      }
      throw createMissingAction(path)
    })
    request.signal.throwIfAborted()
    return createAnswer(result, 'redirect' in result ? 202 : 200)
  }
}

/**
 * A value as it arrives: through JSON.
 *
 * @throws {TypeError} If JSON would lose something of it, such as a promise or a `Map`
 */
export function copyJson(value: unknown): unknown {
  if (value === undefined) return null
  const loss = explainNonJson(value)
  if (loss !== undefined) throw new TypeError(`Cannot give this data to a route: ${loss}`)
  return JSON.parse(JSON.stringify(value)) as unknown
}

type StubResult = RouteResult | { redirect: RedirectInstruction }

/** Converts what a stub returned or threw to a response. */
async function readResult(run: () => unknown): Promise<StubResult> {
  try {
    const returned = await run()
    if (returned instanceof Response) {
      return readRedirect(returned) ?? { data: await readJson(returned) }
    }
    return { data: copyJson(isDataWithInit(returned) ? returned.data : returned) }
  } catch (thrown) {
    if (!(thrown instanceof Response)) return { error: serializeError(thrown, true) }
    const { status, statusText } = thrown
    return (
      readRedirect(thrown) ?? {
        error: serializeError(
          createErrorResponse(status, statusText, await readJson(thrown)),
          true,
        ),
      }
    )
  }
}

function readRedirect({ status, headers }: Response): StubResult | undefined {
  const location = headers.get('Location')
  if (location === null || status < 300 || status > 399) return undefined

  return {
    redirect: {
      location,
      status,
      revalidate: headers.has('Set-Cookie'),
      reload: headers.has('X-Framework-Reload'),
      replace: headers.has('X-Framework-Replace'),
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  const body = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') === true
  return isJson ? (JSON.parse(body) as unknown) : body
}

function createMissingAction(path: string): Response {
  return new Response(`renderRoute() has no action for ${path}. Pass an action.`, {
    status: 405,
    statusText: 'Method Not Allowed',
  })
}

function readBody(body: DataRequest['body']): { formData: FormData; json: unknown } {
  if (body instanceof FormData) return { formData: body, json: undefined }
  const formData = new FormData()
  if (body instanceof URLSearchParams) {
    for (const [name, value] of body) formData.append(name, value)
  }
  return { formData, json: typeof body === 'string' ? parseJson(body) : undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text // A submission as text.
  }
}

function createAnswer(body: unknown, status: number): DataAnswer {
  const text = JSON.stringify(body)
  const headers = new Map([
    [RESPONSE_HEADER, 'data'],
    [VERSION_HEADER, version],
  ])
  return {
    status,
    statusText: '',
    headers: { get: (name) => headers.get(name) ?? null },
    text: async () => text,
  }
}
