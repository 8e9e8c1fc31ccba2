import type { DataRequest } from '../../internal/exchange/request-facts.ts'
import { dataParam } from '../../internal/forms/reserved-params.ts'
import { waitParam } from '../../internal/forms/wait-param.ts'
import { filterQuery } from './index-param.ts'

/**
 * Returns the URL of a data request for the loaders `ids` of the page at `url`.
 *
 * The URL is only extended, so that a prefetch and the navigation after it have exactly the same URL.
 *
 * @param url Path and search of the page
 * @param ids Route ids, root first. An empty list runs only middleware
 * @param fields The ids of the routes whose fields the client lacks
 */
export function createDataUrl(
  url: string,
  ids: readonly string[],
  fields: readonly string[] = [],
): string {
  const page = filterQuery(url, (part) => !isDataParam(part))
  const asked = fields.length > 0 ? `;fields=${writeIds(fields)}` : ''
  return `${page}${page.includes('?') ? '&' : '?'}${dataParam}=${writeIds(ids)}${asked}`
}

/** Returns the part of a query that requests the loaders `ids`. */
export function dataQuery(ids: readonly string[]): string {
  return `${dataParam}=${writeIds(ids)}`
}

/** Returns the URL of a page at which its document waits for all deferred values. */
export function createWaitUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${waitParam}`
}

function writeIds(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(',')
}

/**
 * Removes `_data` and `_wait` from a URL, and returns their content. Of a data request, only the ids are decoded. `waits`
 * says that a document is for a browser without JavaScript. All of them are `undefined` if the URL has neither parameter.
 */
export function takeDataParam(
  url: string,
): { url: string; waits?: boolean } & Partial<DataRequest> {
  if (!url.includes(dataParam) && !url.includes(waitParam)) return { url }

  let param: DataRequest | undefined
  let waits: { waits: true } | undefined
  const rest = filterQuery(url, (part) => {
    // Some proxies write an empty value.
    if (part === waitParam || part === `${waitParam}=`) {
      waits = { waits: true }
      return false
    }
    if (!isDataParam(part)) return true
    param ??= readDataParam(part.slice(dataParam.length + 1))
    return false
  })
  return { url: rest, ...(waits as { waits: true } | undefined), ...param }
}

// Newer clients may send parts that this server does not know.
function readDataParam(value: string): DataRequest {
  // Some proxies encode semicolons. In an id, the client encodes `=` too.
  const [ids = '', ...parts] = value.split(/;|%3b(?=(?:fields|at|have|live|tab|page|once)=)/i)
  const param: { -readonly [Name in keyof DataRequest]: DataRequest[Name] } = { ids: readIds(ids) }
  for (const part of parts) {
    if (part.startsWith('fields=')) param.fields ??= readIds(part.slice(7))
    if (part.startsWith('at=')) param.at ??= part.slice(3)
    if (part.startsWith('have=')) param.have ??= part.slice(5)
    if (part.startsWith('live=')) param.live ??= part.slice(5)
    if (part.startsWith('tab=')) param.tab ??= readTab(part.slice(4))
    if (part === 'page=1') param.page = true
    if (part === 'once=1') param.once = true
  }
  return param
}

/** Reads the id of a tab. It is sent to other processes, so it must be short. */
function readTab(value: string): string | undefined {
  return /^[\w-]{1,32}$/.test(value) ? value : undefined
}

function isDataParam(part: string): boolean {
  return part === dataParam || part.startsWith(`${dataParam}=`)
}

/** No page has more routes than this. Decoding an invalid part throws, which takes long. */
const MAX_IDS = 256

function readIds(value: string): string[] {
  // Invalid percent-encoding cannot be a route id, so it is ignored like every unknown id.
  return value.split(',', MAX_IDS).flatMap((part) => decodePart(part) || [])
}

/** A loader whose data the page on show has: one entry of the part `have` of a mutation. */
export interface HeldLoader {
  readonly id: string
  /** The digest of the tags that it reads, if its route declares them. */
  readonly digest?: string | undefined
  /** Whether its module decides in the browser whether the loader runs. */
  readonly isModule: boolean
}

/**
 * Returns the part of a data URL that tells a mutation which data the page on show holds. Then the response says which of
 * these loaders have to run again.
 */
export function writeHeld(held: readonly HeldLoader[]): string {
  const have = held.map(
    ({ digest, id, isModule }) =>
      `${writeHeldId(id)}${digest ? `~${digest}` : ''}${isModule ? '!' : ''}`,
  )
  return `;have=${have.join()}`
}

// These two characters separate the parts of an entry.
function writeHeldId(id: string): string {
  return encodeURIComponent(id).replace(/[~!]/g, (mark) => (mark === '!' ? '%21' : '%7E'))
}

/** No page has more loaders than this. */
const MAX_HELD = 64

/** Reads the part `have` of a data URL, or returns `undefined` if it is not there or not valid. */
export function readHeld(have: string | undefined): HeldLoader[] | undefined {
  const entries = have?.split(',', MAX_HELD + 1) ?? []
  if (entries.length === 0 || entries.length > MAX_HELD) return undefined

  const held: HeldLoader[] = []
  for (const entry of entries) {
    const [, encoded, digest, mark] = /^([^~!]+)(?:~([\w-]{12}))?(!)?$/.exec(entry) ?? []
    const id = encoded === undefined ? undefined : decodePart(encoded)
    if (id === undefined) return undefined
    held.push({ id, digest, isModule: mark !== undefined })
  }
  return held
}

/** Decodes a part of a data URL, or returns `undefined` if the client sent invalid percent-encoding. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
