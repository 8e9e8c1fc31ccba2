import { isResponse } from '../../../internal/exchange/is-fetch-object.ts'
import type { DataRequest } from '../../../pages/client-router/shared.ts'
import type { Failure } from '../../../router/contract/index.ts'
import {
  readInput,
  refuseBody,
  type InputSource,
  type ReadContract,
} from '../../../router/contract/shared.ts'
import { isRequestError } from '../../../internal/exchange/status-errors.ts'
import type { Fields } from '../../../internal/forms/fields.ts'
import { reasonPhrase } from '../../../internal/http/reason-phrase.ts'
import { createErrorResponse, serializeError } from '../../../pages/page-protocol/errors.ts'
import { stripIndexParam } from '../../../pages/page-protocol/index-param.ts'
import type { PageMatcher } from '../../../pages/page-protocol/match-pages.ts'
import { takeDataParam } from '../../../pages/page-protocol/data-url.ts'
import { resolveLocation } from '../../../pages/page-protocol/resolve-location.ts'
import { routePathnames } from '../../../pages/page-protocol/resolve-to.ts'
import {
  RESPONSE_HEADER,
  VERSION_HEADER,
  type DataResponse,
  type RedirectInstruction,
  type RefusedForm,
  type RouteResult,
} from '../../../pages/page-protocol/wire.ts'
import {
  isDataWithInit,
  isInvalid,
  reloadHeader,
  replaceHeader,
} from '../../../http/response/shared.ts'
import type { LoadArgs, SubmitArgs } from './route-options.ts'
import { copyJson, readError, readJson, readLate, splitData, type StubData } from './stub-data.ts'

/** The part of a route that runs on the server. */
export interface RouteStub {
  readonly load?: ((args: LoadArgs) => unknown) | undefined
  readonly submit?: ((args: SubmitArgs) => unknown) | undefined
  /** The contract of the route. It decides which forms reach `submit`, and has the fields of the page. */
  readonly contract?: { readonly read: ReadContract; readonly fields: Fields } | undefined
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
 * Creates the data seam of a client router without a server. Stubs respond, and their values pass through JSON as in an app.
 */
export function createStubServer(
  stubs: ReadonlyMap<string, RouteStub>,
  match: PageMatcher,
  onCall: (call: StubCall) => void,
): (request: DataRequest) => Promise<DataResponse> {
  return async (request) => {
    const { url: path, ids, fields: lacking = [] } = takeDataParam(request.url)
    const url = new URL(path, origin)
    const formData = readForm(request.body)
    onCall({ method: request.method, path, fields: Object.fromEntries(formData) })

    const matches = match(url.pathname) ?? []
    const params = matches.at(-1)?.params ?? {}
    const resolveFrom = (id: string | undefined): ResolveLocation => {
      const index = matches.findIndex((found) => found.id === id)
      const pathnames = routePathnames(matches.slice(0, index + 1))
      return (location) => resolveLocation(location, { basename: '/', location: url, pathnames })
    }
    if (ids === undefined) {
      throw new Error(
        `Cannot request ${request.method} ${path}: renderRoute() has no such route. Add it to \`others\`.`,
      )
    }
    if (request.method === 'GET') {
      const later = new Map<string, StubData['later']>()
      const results = await Promise.all(
        ids.map((id) =>
          readResult(
            () => stubs.get(id)?.load?.({ params, url }),
            resolveFrom(id),
            (value) => {
              const split = splitData(value)
              if (split.later.length > 0) later.set(id, split.later)
              return split.data
            },
          ),
        ),
      )
      request.signal.throwIfAborted()
      const redirect = results.find((result) => 'redirect' in result)
      if (redirect !== undefined) return createResponse(redirect, 202)
      const withFields = ids.map((id, at) => {
        const fields = lacking.includes(id) ? stubs.get(id)?.contract?.fields : undefined
        const names = later.get(id)?.map(([name]) => name)
        return [id, { ...results[at], ...(fields && { fields }), ...(names && { later: names }) }]
      })
      const entries = Object.fromEntries(withFields)
      return later.size > 0 ? createLines(entries, later) : createResponse(entries, 200)
    }

    const { submit, contract } = stubs.get(ids[0] ?? '') ?? {}
    const text = await readText(request.body)
    const source: InputSource = {
      params,
      searchParams: new URL(stripIndexParam(path), origin).searchParams,
      contentType: typeOf(request.body),
      text: async () => text,
      form: async () => formData,
    }
    const act = (): unknown => {
      if (submit === undefined) throw createMissingAction(path)
      const json = text === '' ? undefined : parseJson(text)
      return submit({ params, url, method: request.method, formData, json })
    }
    const result = await readAction(contract?.read ?? noContract, source, act, resolveFrom(ids[0]))
    request.signal.throwIfAborted()
    return createResponse(result, 'redirect' in result ? 202 : 'invalid' in result ? 422 : 200)
  }
}

const noContract: ReadContract = { parts: [], accepts: [], returns: new Map() }

/** Runs the stub of an action, unless the contract of its route refuses the form. */
async function readAction(
  read: ReadContract,
  source: InputSource,
  run: () => unknown,
  resolve: ResolveLocation,
): Promise<StubResult | { invalid: RefusedForm }> {
  let returned: unknown
  let refusal: Failure | undefined
  try {
    const input = await readInput(read, source, { isLenient: true })
    if (input.failure) return refuse(input.failure, false)
    try {
      returned = await run()
    } catch (thrown) {
      if (!isInvalid(thrown)) throw thrown
      returned = thrown
    }
    if (isInvalid(returned)) refusal = refuseBody(read, input.body, returned.errors)
  } catch (thrown) {
    return readResult(() => {
      throw isRequestError(thrown) ? new Response(null, { status: thrown.status }) : thrown
    }, resolve)
  }
  return refusal ? refuse(refusal, true) : readResult(() => returned, resolve)
}

/** A form is refused with its errors. Params and a query that do not fit are an error for a boundary. */
function refuse({ status, form, errors }: Failure, ran: boolean) {
  if (status === 422) return { invalid: { ran, ...(form && { form }), errors } }
  return {
    error: serializeError(createErrorResponse(status, reasonPhrase(status), errors), true),
  }
}

/** Resolves the location of a redirect from one route, as the server does. */
type ResolveLocation = (location: string) => string

type StubResult = RouteResult | { redirect: RedirectInstruction }

/** Converts the result or the error of a stub to a response. */
async function readResult(
  run: () => unknown,
  resolve: ResolveLocation,
  read: (value: unknown) => unknown = copyJson,
): Promise<StubResult> {
  try {
    const returned = await run()
    if (isResponse(returned)) {
      return readRedirect(returned, resolve) ?? { data: await readJson(returned) }
    }
    return { data: read(isDataWithInit(returned) ? returned.data : returned) }
  } catch (thrown) {
    return readThrown(thrown, resolve)
  }
}

async function readThrown(thrown: unknown, resolve: ResolveLocation): Promise<StubResult> {
  try {
    const redirect = isResponse(thrown) ? readRedirect(thrown, resolve) : undefined
    return redirect ?? { error: await readError(thrown) }
  } catch (error) {
    // As on the server, a location that is not allowed is an error of the handler.
    return { error: await readError(error) }
  }
}

function readRedirect(
  { status, headers }: Response,
  resolve: ResolveLocation,
): StubResult | undefined {
  const location = headers.get('Location')
  if (location === null || status < 300 || status > 399) return undefined

  return {
    redirect: {
      location: resolve(location),
      status,
      revalidate: headers.has('Set-Cookie'),
      reload: headers.has(reloadHeader),
      replace: headers.has(replaceHeader),
    },
  }
}

function createMissingAction(path: string): Response {
  return new Response(`renderRoute() has no action for ${path}. Pass an action.`, {
    status: 405,
    statusText: 'Method Not Allowed',
  })
}

/** Returns the fields of a form. Empty for another body. */
function readForm(body: DataRequest['body']): FormData {
  if (body instanceof FormData) return body
  const formData = new FormData()
  if (body instanceof URLSearchParams) {
    for (const [name, value] of body) formData.append(name, value)
  }
  return formData
}

/** Returns the text of a body that is not a form. */
async function readText(body: DataRequest['body']): Promise<string> {
  return body instanceof Blob ? body.text() : typeof body === 'string' ? body : ''
}

function typeOf(body: DataRequest['body']): string | null {
  if (body instanceof FormData) return 'multipart/form-data'
  if (body instanceof URLSearchParams) return 'application/x-www-form-urlencoded'
  if (typeof body === 'string') return 'text/plain'
  return body?.type ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text // The submission is text.
  }
}

/** A response whose deferred members follow when they settle. */
function createLines(entries: object, later: ReadonlyMap<string, StubData['later']>): DataResponse {
  const lines = new TransformStream<Uint8Array, Uint8Array>()
  const writer = lines.writable.getWriter()
  const write = (line: object): Promise<void> =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
  const send = async (): Promise<void> => {
    const members = Array.from(later, ([id, all]) =>
      all.map(async ([name, promise]) =>
        write({ later: [id, name], ...(await readLate(promise)) }),
      ),
    )
    await Promise.all([write(entries), ...members.flat()])
    await write({ end: true })
    await writer.close()
  }
  send().catch(() => {}) // The page no longer waits for them.

  return {
    ...createResponse(entries, 200, 'application/jsonl'),
    body: lines.readable,
  }
}

function createResponse(
  body: unknown,
  status: number,
  type: string = 'application/json',
): DataResponse {
  const text = JSON.stringify(body)
  const headers = new Map([
    ['Content-Type', type],
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
