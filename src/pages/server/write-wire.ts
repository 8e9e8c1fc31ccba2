/*
 * This file writes everything that the server sends to the browser: the bodies and headers of data responses, the handoff of a
 * document, and the lines and blocks of deferred values. The types, and the code that reads them in the browser, are in
 * page-protocol/wire.ts and handoff.ts. The query of a data request is in page-protocol/data-url.ts.
 *
 * The data of a loader is JSON already. It is put into larger JSON unchanged, so that no data is serialized twice.
 */
import type { Failure } from '../../router/contract/index.ts'
import { pressedStatus, shownErrors } from '../../router/contract/shared.ts'
import { escapeJson } from '../page-protocol/escape-json.ts'
import { setsCookie } from '../../internal/exchange/known-body.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import type { Fields } from '../../internal/forms/fields.ts'
import { serializeError } from '../page-protocol/errors.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { HandoffMatch } from '../page-protocol/handoff.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import {
  isRedirectEnvelope,
  parseJson,
  REDIRECT_STATUS,
  RESPONSE_HEADER,
  VERSION_HEADER,
  type CarriedPage,
  type RedirectInstruction,
  type RefusedForm,
} from '../page-protocol/wire.ts'
import { reloadHeader, replaceHeader, serializeLocation } from '../../http/response/shared.ts'
import type { ServerBuild } from './build.ts'
import type { Deferred, DeferredValues } from './deferred.ts'
import type { Branch, LoadedPage, PageRequest } from './page-request.ts'
import type { DataResult, ErrorResult, InvalidResult, Result } from './result.ts'

/** The default `Cache-Control` of a response to a data request. */
export const defaultPolicy = 'no-store'
/** The default `Cache-Control` for a prefetch: the response is kept for the next click. */
export const prefetchPolicy = 'private, max-age=5'

/** The body of a data response: JSON, lines of JSON, or nothing for HEAD. */
export type DataBody = string | ReadableStream<Uint8Array<ArrayBuffer>> | null

/** Creates a data response, and marks it so that the browser can tell it from the response of a proxy. */
export function createDataResponse(
  build: ServerBuild,
  status: number,
  headers: Headers,
  body: DataBody,
): Response {
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
  headers.set(
    'Content-Type',
    typeof body === 'string' ? 'application/json; charset=utf-8' : linesType,
  )
  headers.set(RESPONSE_HEADER, 'data')
  headers.set(VERSION_HEADER, build.manifest.version)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', defaultPolicy)

  return typeof body === 'string'
    ? createLightResponse(status, '', headers, body)
    : new Response(body, { status, headers })
}

/** The `Content-Type` of a data response with deferred values. */
export const linesType = 'application/jsonl; charset=utf-8'

/**
 * Converts a redirect to a data response, because `fetch` would follow a real redirect.
 *
 * @param verdicts What the server says about the loaders of the page on show, as JSON
 * @throws {TypeError} If the target is not http or https
 */
export function wrapRedirect(
  build: ServerBuild,
  response: Response,
  verdicts: string | undefined,
): Response {
  const headers = new Headers(response.headers)
  const redirect: RedirectInstruction = {
    location: serializeLocation(headers.get('Location')!),
    status: response.status,
    revalidate: setsCookie(response),
    reload: headers.has(reloadHeader),
    replace: headers.has(replaceHeader),
  }
  for (const name of ['Location', reloadHeader, replaceHeader]) headers.delete(name)

  const body = addVerdicts(JSON.stringify({ redirect }), verdicts)
  return createDataResponse(build, REDIRECT_STATUS, headers, body)
}

/** Adds what the server says about the loaders of the page on show to the result of an action. */
export function addVerdicts(body: string, verdicts: string | undefined): string {
  return verdicts === undefined ? body : addMember(body, 'verdicts', verdicts)
}

/**
 * Adds the page that follows a mutation to the body of its response (OT-10). The page becomes the content that its own
 * response would have.
 */
export function addCarriedPage(
  body: string,
  page: Pick<CarriedPage, 'url' | 'status' | 'version'>,
  json: string,
): string {
  const { url, status, version } = page
  // A redirect is recognized as the browser does it: a loader may return a 202, and a route may have the id "redirect".
  const told: object = status === REDIRECT_STATUS ? Object(parseJson(json)) : {}
  const carried = isRedirectEnvelope(told)
    ? JSON.stringify({ url, type: 'redirect', version, status, ...told })
    : addMember(JSON.stringify({ url, type: 'envelope', version, status }), 'body', json)

  return addMember(body.trimEnd(), 'page', carried)
}

/** Writes the result of a loader or an action. */
export function writeResult({ dev }: ServerBuild, result: Result, reload = false): string {
  if (result.type === 'data') {
    const { json, reads, query, live } = result
    return `{"data":${json}${member('reads', reads)}${member('query', query)}${member('live', live)}}`
  }
  if (result.type === 'invalid') return writeRefusedForm(result, reload)

  const { error } = result as ErrorResult
  return JSON.stringify({ error: serializeError(error, dev !== undefined) })
}

function writeRefusedForm({ failure, ran }: InvalidResult, reload: boolean): string {
  const { form, errors } = failure
  // The browser still has the values and files. If a row was added or removed, the values say which rows there are.
  const shown = failure.status === pressedStatus && shownFailure(failure)
  const invalid: RefusedForm = {
    ran,
    ...(reload && { reload }),
    ...(form && { form }),
    ...shown,
    errors,
  }
  return JSON.stringify({ invalid })
}

/** The parts of a data response for one route. */
interface Entry {
  readonly result: DataResult | undefined
  /** The members of its data that come later. */
  readonly later: readonly Deferred[]
  /** Whether the response waited for these members, so that it has their values too. */
  readonly hasLate: boolean
  /** The fields of its contract, if the browser lacks them. */
  readonly fields: Fields | undefined
  /** The error of its middleware, thrown after the loader had run. */
  readonly error: ErrorResult | undefined
}

/** Writes the entry of one route in a data response. */
export function writeEntry(build: ServerBuild, entry: Entry): string {
  const { result, later, hasLate, fields, error } = entry
  let json = result ? writeResult(build, result) : '{"data":null}'
  if (later.length > 0) {
    json = addMember(json, 'later', JSON.stringify(later.map(({ name }) => name)))
    if (hasLate) json = addMember(json, 'late', writeSettled(later))
  }
  if (error) return `${json.slice(0, -1)},${writeResult(build, error).slice(1)}`
  return fields ? addMember(json, 'fields', JSON.stringify(fields)) : json
}

/** Writes the body of a data response to a load: its entries by route id. */
export function writeEntries(entries: readonly (readonly [id: string, json: string])[]): string {
  return `{${entries.map(([id, json]) => `${JSON.stringify(id)}:${json}`).join()}}`
}

/** Writes the line of a deferred value that has settled. */
export function writeLine(id: string, name: string, type: 'data' | 'error', json: string): string {
  return `{"later":${JSON.stringify([id, name])},"${type}":${json}}`
}

/** Writes the first line of a data response with deferred values. The JSON of a `Response` can have line breaks. */
export function writeFirstLine(json: string): string {
  return json.replaceAll(/[\n\r]/g, ' ')
}

/** The last line of a data response with deferred values. Without it, a value is missing. */
export const lastLine = '{"end":true}'

/** Writes the line of a deferred value for a document. */
export function writeBlock(line: string): string {
  return `<script type="application/json" data-framework="later">${escapeJson(line)}</script>`
}

/** Writes the parts of the handoff that are the same for all documents of a branch: its start, and its matches up to their pathnames. */
export function writeBranch(
  { manifest, manifestUrl }: ServerBuild,
  matches: readonly PageMatch[],
  fields: Branch['fields'],
): Pick<Branch, 'handoff' | 'matches'> {
  const start = {
    version: manifest.version,
    manifest: manifestUrl,
    ...(Object.keys(fields).length > 0 && { fields }),
  }
  return {
    handoff: JSON.stringify(start).slice(0, -1),
    matches: matches.map(({ id, route }) => {
      const match: Omit<HandoffMatch, 'pathname'> = { id, module: route.module }
      if (manifest.isSplit) match.route = route
      return `${JSON.stringify(match).slice(0, -1)},"pathname":`
    }),
  }
}

/** Writes the state of a page for a script element of its document. */
export function writeHandoff(
  { build, context, deferred, isUnloaded, matches }: PageRequest,
  branch: Branch,
  { loaders, action, shown }: LoadedPage,
  { once, visitor }: { once: string | undefined; visitor: string | null | undefined },
): string {
  let text = `${branch.handoff},"params":${JSON.stringify(matches[0]!.params)},"matches":[`
  matches.forEach(({ pathname }, i) => {
    text += `${i === 0 ? '' : ','}${branch.matches[i]!}${JSON.stringify(pathname)}}`
  })
  text += '],"loaderData":{'
  let separator = ''
  for (const [id, result] of loaders) {
    if (result.type !== 'data') continue
    text += `${separator}${JSON.stringify(id)}:${result.json}`
    separator = ','
  }
  text += '}'
  if (action?.result.type === 'data') {
    text += `,"actionData":{${JSON.stringify(action.id)}:${action.result.json}}`
  }
  if (action?.result.type === 'invalid') {
    text += member('invalid', { [action.id]: shownFailure(action.result.failure) })
  }
  text +=
    writeDeclared(loaders, 'reads') +
    writeDeclared(loaders, 'query') +
    writeDeclared(loaders, 'live')
  if (deferred.all.length > 0) {
    text += writeDeferred(deferred, shown ? shown.boundary : matches.length)
  }
  if (isUnloaded) text += ',"isUnloaded":true'
  if (once !== undefined) text += `,"once":"${once}"`
  if (visitor !== undefined) text += `,"visitor":${JSON.stringify(visitor)}`
  // This document may be shown for other queries as well.
  if (context.run) text += `,"search":${JSON.stringify(context.urlPath.search)}`
  if (shown) {
    const error = serializeError(shown.error, build.dev !== undefined)
    text += member('errors', { [matches[shown.boundary]!.id]: error })
  }

  return escapeJson(`${text}}`)
}

/** Returns the part of a refused form that the browser may know. */
export function shownFailure(failure: Failure): FormFailure {
  const { focus, form, values } = failure

  return {
    ...(form !== undefined && { form }),
    errors: shownErrors(failure),
    ...(values && { values }),
    ...(focus && { focus }),
  }
}

/** Writes the declarations of the loaders of a page, by route id. */
function writeDeclared(loaders: LoadedPage['loaders'], name: 'reads' | 'query' | 'live'): string {
  let entries = ''
  for (const [id, result] of loaders) {
    const value = result.type === 'data' ? result[name] : undefined
    if (value) entries += `${entries && ','}${JSON.stringify(id)}:${JSON.stringify(value)}`
  }
  return entries && `,"${name}":{${entries}}`
}

/** Writes which members of the routes up to the index `last` come later, by route id, and the values that have settled. */
function writeDeferred({ all }: DeferredValues, last: number): string {
  const names = Object.create(null) as Record<string, string[]>
  for (const { index, name, routeId } of all) {
    if (index <= last) (names[routeId] ??= []).push(name)
  }
  const settled = all.filter(({ index, line }) => index <= last && line !== undefined)
  for (const value of settled) value.isSent = true

  const late = settled.length > 0 ? `,"late":${writeSettled(settled)}` : ''
  return Object.keys(names).length > 0 ? member('later', names) + late : ''
}

function writeSettled(values: readonly Deferred[]): string {
  return `[${values.flatMap(({ line }) => line ?? []).join()}]`
}

/** Adds a member to the JSON of an object that has others. */
function addMember(object: string, name: string, json: string): string {
  return `${object.slice(0, -1)},"${name}":${json}}`
}

/** Writes a member that is not the first one of its object, unless the value is missing. */
function member(name: string, value: unknown): string {
  return value ? `,"${name}":${JSON.stringify(value)}` : ''
}
